import { useSyncExternalStore } from 'react';

export function createStore<Value>(initial: Value) {
  let value = initial;
  const listeners = new Set<() => void>();
  const subscribe = (listener: () => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  };
  return {
    get: () => value,
    set: (next: Value): void => {
      if (next === value) return;
      value = next;
      for (const notify of listeners) notify();
    },
    useValue: () => useSyncExternalStore(subscribe, () => value),
  };
}
