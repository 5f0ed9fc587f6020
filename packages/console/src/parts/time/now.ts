import { useSyncExternalStore } from 'react';

const listeners = new Set<() => void>();
let now = Date.now();
let timer: ReturnType<typeof setInterval> | undefined;

function subscribe(tell: () => void): () => void {
  if (timer === undefined) {
    now = Date.now();
    timer = setInterval(tick, 1_000);
  }
  listeners.add(tell);
  return () => {
    listeners.delete(tell);
    if (listeners.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
}

function tick(): void {
  now = Date.now();
  for (const tell of listeners) tell();
}

/** One clock for the whole page. Only a changed value renders again. */
export const useFromNow = <Shown extends string | number | boolean>(show: (nowMs: number) => Shown): Shown =>
  useSyncExternalStore(subscribe, () => show(now));
