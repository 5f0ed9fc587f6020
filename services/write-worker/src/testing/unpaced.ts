import type { Governor } from '@writ/governor';

export const unpaced: Pick<Governor, 'paced'> = {
  paced: (_account, _options, work) =>
    work({ begin: () => Promise.resolve({ kind: 'go', ended: () => undefined }) }),
};
