import type { UseQueryResult } from '@tanstack/react-query';
import type { Choice, Reading } from './chip.tsx';

/** What a chip offers out of what is read, and, until it is, how the reading stands. */
export const readChoices = <Data>(
  { data, error, refetch }: Pick<UseQueryResult<Data>, 'data' | 'error' | 'refetch'>,
  toChoices: (data: Data) => readonly Choice<string>[],
): { choices: readonly Choice<string>[] } | { reading: Reading } =>
  data === undefined
    ? { reading: { fault: error, onRetry: () => void refetch() } }
    : { choices: toChoices(data) };
