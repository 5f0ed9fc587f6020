import { useSyncExternalStore } from 'react';

/** As in the style sheets. */
const narrow = matchMedia('(width < 48rem)');

const subscribe = (tell: () => void) => {
  narrow.addEventListener('change', tell);
  return () => narrow.removeEventListener('change', tell);
};

/** Whether the window is as narrow as a telephone's. */
export const useIsNarrow = (): boolean => useSyncExternalStore(subscribe, () => narrow.matches);
