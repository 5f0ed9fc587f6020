import { setTimeout as sleep } from 'node:timers/promises';

/** Waits that begin within `forMs` of the first end together, in one iteration of the event loop. */
export function gathered(forMs: number): () => Promise<void> {
  let gathering: Promise<void> | undefined;
  return () => (gathering ??= sleep(forMs).then(() => void (gathering = undefined)));
}
