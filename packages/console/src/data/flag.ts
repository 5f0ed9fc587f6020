import { useSyncExternalStore } from 'react';

/** Something that is so or not for the whole console, outside of what is drawn. */
export function createFlag(): { set: (next: boolean) => void; useFlag: () => boolean } {
  let isSet = false;
  const listeners = new Set<() => void>();
  const subscribe = (tell: () => void) => {
    listeners.add(tell);
    return () => listeners.delete(tell);
  };
  return {
    set: (next) => {
      if (next === isSet) return;
      isSet = next;
      for (const tell of listeners) tell();
    },
    useFlag: () => useSyncExternalStore(subscribe, () => isSet),
  };
}
