import { setTimeout as sleep } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';

/** An answer no older than this is as good as one for a call that began so much earlier. */
const recentMs = 100;
/** An older one is asked for anew while it is still shared, so that a busy lane never waits for it. */
const freshMs = 40;
/** What is asked for anew waits for so long for others. */
const gatherMs = 20;
/** And takes along what is older than this, so that all that is in use keeps step. */
const agingMs = 20;
/** Longer ago, it is in use no more. */
const goneMs = 500;
const keysKept = 1_000;

type Known<Answer> = {
  askedAtMs: number;
  answer: Promise<Answer>;
  renewing: boolean;
};

/**
 * Shares the answers of the last moments: a lane that sends thousands of writes a second to one account would ask for
 * its connection with every few of them, and keep its places waiting. A question that fails is asked again.
 *
 * Whenever something is asked for, what else is in use is asked for anew with it, in one turn: who finds many at once looks
 * up the accounts of all lanes as often as those of one.
 *
 * @param gather what is asked for anew waits for this first
 */
export function recentlyFound<Answer>(
  find: (key: string) => Promise<Answer>,
  monotonicMs: () => number,
  gather: () => Promise<void> = () => sleep(gatherMs),
): (key: string) => Promise<Answer> {
  const recent = new LRUCache<string, Known<Answer>>({ max: keysKept });
  /** Keys whose answer was shared: lanes that ask again and again. */
  const inUse = new Set<string>();
  let gathering = false;

  const ageMs = ({ askedAtMs }: Known<Answer>): number => monotonicMs() - askedAtMs;

  const ask = (key: string): Known<Answer> => {
    const known = { askedAtMs: monotonicMs(), answer: find(key), renewing: false };
    known.answer.catch(() => {
      if (recent.peek(key) === known) recent.delete(key);
    });
    return known;
  };
  const keep = (key: string, known: Known<Answer>): void => void recent.set(key, known);

  const renew = (key: string, known: Known<Answer>): void => {
    known.renewing = true;
    const next = ask(key);
    if (ageMs(known) > recentMs) keep(key, next);
    // Who fails to renew it leaves it to the next one who asks.
    const found = (): void => (recent.peek(key) === known ? keep(key, next) : undefined);
    next.answer.then(found, () => undefined);
  };
  const renewInUse = (): void => {
    for (const key of inUse) {
      const known = recent.peek(key);
      if (known && (known.renewing || ageMs(known) <= agingMs)) continue;
      inUse.delete(key);
      if (known && ageMs(known) < goneMs) renew(key, known);
    }
  };
  const renewSoon = async (): Promise<void> => {
    if (gathering) return;
    gathering = true;
    await gather();
    gathering = false;
    renewInUse();
  };

  return (key) => {
    const known = recent.get(key);
    if (known && ageMs(known) <= recentMs) {
      inUse.add(key);
      if (ageMs(known) > freshMs && !known.renewing) void renewSoon();
      return known.answer;
    }
    const found = ask(key);
    keep(key, found);
    renewInUse();
    return found.answer;
  };
}
