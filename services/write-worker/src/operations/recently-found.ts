import { setTimeout as sleep } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';

/** An answer no older than this is as good as one for a call that began so much earlier. */
const recentMs = 100;
/** An older one is asked for anew while it is still shared, so that a busy lane never waits for it. */
const freshMs = 40;
/** Those that are asked for anew within this time are asked for in one turn, so that who finds many at once does. */
const renewTogetherMs = 20;
const keysKept = 1_000;

type Known<Answer> = { askedAtMs: number; answer: Promise<Answer>; renewing: boolean };

/**
 * Shares the answers of the last moments: a lane that sends thousands of writes a second to one account would ask for
 * its connection with every few of them, and keep its places waiting. A question that fails is asked again.
 *
 * @param keyOf tells questions apart
 * @param together what is asked for anew waits for this first
 */
export function recentlyFound<Asked, Answer>(
  find: (asked: Asked) => Promise<Answer>,
  monotonicMs: () => number,
  keyOf: (asked: Asked) => string = String,
  together: () => Promise<void> = gathered(renewTogetherMs),
): (asked: Asked) => Promise<Answer> {
  const recent = new LRUCache<string, Known<Answer>>({ max: keysKept });

  const ask = (key: string, asked: Asked): Known<Answer> => {
    const known = { askedAtMs: monotonicMs(), answer: find(asked), renewing: false };
    known.answer.catch(() => {
      if (recent.get(key) === known) recent.delete(key);
    });
    return known;
  };
  const renew = async (key: string, asked: Asked, known: Known<Answer>): Promise<void> => {
    known.renewing = true;
    await together();
    const next = ask(key, asked);
    // Who fails to renew it leaves it to the next one who asks.
    const found = await next.answer.then(
      () => true,
      () => false,
    );
    if (found && recent.get(key) === known) recent.set(key, next);
  };

  return (asked) => {
    const key = keyOf(asked);
    const known = recent.get(key);
    const ageMs = known ? monotonicMs() - known.askedAtMs : Infinity;
    if (known && ageMs <= recentMs) {
      if (ageMs > freshMs && !known.renewing) void renew(key, asked, known);
      return known.answer;
    }
    const found = ask(key, asked);
    recent.set(key, found);
    return found.answer;
  };
}

/** Waits that begin within the same time end in one turn. */
function gathered(forMs: number): () => Promise<void> {
  let gathering: Promise<void> | undefined;
  return () => (gathering ??= sleep(forMs).then(() => void (gathering = undefined)));
}

/**
 * Asks for what each of these is about before it is needed. All are asked for in one turn, so those who find many at once
 * do; and what is found is shared with who asks a moment later. Who fails to find something is told when it is needed.
 */
export const lookUpTogether =
  <About>(finds: readonly ((about: About) => Promise<unknown>)[]) =>
  (all: readonly About[]): void => {
    for (const about of all) for (const find of finds) find(about).catch(() => undefined);
  };
