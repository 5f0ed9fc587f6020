import { setTimeout as sleep } from 'node:timers/promises';

/** Waits that begin within the same time end in one turn. */
export function gathered(forMs: number): () => Promise<void> {
  let gathering: Promise<void> | undefined;
  return () => (gathering ??= sleep(forMs).then(() => void (gathering = undefined)));
}
