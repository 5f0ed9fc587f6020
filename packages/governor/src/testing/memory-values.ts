import type { SharedValue, SharedValues } from '../states/shared/redis-values.ts';

export function memoryValues(nowMs: () => number) {
  const held = new Map<string, SharedValue>();
  let isAway = false;
  let changes = 0;
  const values: SharedValues = {
    change: (name, { known, version, content }) => {
      if (isAway) return Promise.reject(new Error('away'));
      changes += 1;
      const current = held.get(name) ?? { version: '', content: '' };
      if (current.version !== known) return Promise.resolve({ nowMs: nowMs(), current });
      held.set(name, { version, content });
      return Promise.resolve({ nowMs: nowMs() });
    },
    close: () => undefined,
  };
  return { values, setAway: (is: boolean) => void (isAway = is), changes: () => changes };
}
