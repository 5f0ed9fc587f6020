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

type Known<Asked, Answer> = {
  asked: Asked;
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
 * @param keyOf tells questions apart
 * @param gather what is asked for anew waits for this first
 */
export function recentlyFound<Asked, Answer>(
  find: (asked: Asked) => Promise<Answer>,
  monotonicMs: () => number,
  keyOf: (asked: Asked) => string = String,
  gather: () => Promise<void> = () => sleep(gatherMs),
): (asked: Asked) => Promise<Answer> {
  const recent = new LRUCache<string, Known<Asked, Answer>>({ max: keysKept });
  /** Keys whose answer was shared: lanes that ask again and again. */
  const inUse = new Set<string>();
  let gathering = false;

  const ageMs = ({ askedAtMs }: Known<Asked, Answer>): number => monotonicMs() - askedAtMs;

  const ask = (key: string, asked: Asked): Known<Asked, Answer> => {
    const known = { asked, askedAtMs: monotonicMs(), answer: find(asked), renewing: false };
    known.answer.catch(() => {
      if (recent.peek(key) === known) recent.delete(key);
    });
    return known;
  };
  const keep = (key: string, known: Known<Asked, Answer>): void => void recent.set(key, known);

  const renew = (key: string, known: Known<Asked, Answer>): void => {
    known.renewing = true;
    const next = ask(key, known.asked);
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

  return (asked) => {
    const key = keyOf(asked);
    const known = recent.get(key);
    if (known && ageMs(known) <= recentMs) {
      inUse.add(key);
      if (ageMs(known) > freshMs && !known.renewing) void renewSoon();
      return known.answer;
    }
    const found = ask(key, asked);
    keep(key, found);
    renewInUse();
    return found.answer;
  };
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
