import { useSyncExternalStore } from 'react';

/** As in `rows.module.css`. */
const narrow = matchMedia('(width < 75rem)');

const subscribe = (tell: () => void) => {
  narrow.addEventListener('change', tell);
  return () => narrow.removeEventListener('change', tell);
};

/** Whether the window has too little room for all columns of a list. */
export const useIsNarrow = (): boolean => useSyncExternalStore(subscribe, () => narrow.matches);
