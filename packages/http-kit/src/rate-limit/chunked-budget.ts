import { LRUCache } from 'lru-cache';
/** Takes points of a key from the store; `windowMs` is what is left of the store's present window. */
export type TakeChunk = (key: string, points: number) => Promise<{ granted: boolean; windowMs: number }>;

/** A budget of requests by key, of which a process holds a small part in hand. */
export type ChunkedBudget = {
  /** Takes one; gives 0, or the milliseconds to wait when the budget is used up. */
  take(key: string): Promise<number>;
};

type Hand = { left: number; endsAtMs: number; refusedUntilMs: number; taking?: Promise<void> };

/**
 * Hands out a store's budget from chunks, so that the store is asked once for many requests; what is left of a chunk
 * when its window ends is lost. A key that was refused is refused without asking until its window ends.
 */
export function chunkedBudget(
  takeChunk: TakeChunk,
  options: { chunk: number; nowMs?: () => number; maxKeys?: number },
): ChunkedBudget {
  const { chunk, nowMs = () => performance.now(), maxKeys = 10_000 } = options;
  const hands = new LRUCache<string, Hand>({ max: maxKeys });

  const refill = async (key: string, hand: Hand): Promise<void> => {
    const { granted, windowMs } = await takeChunk(key, chunk);
    const endsAtMs = nowMs() + windowMs;
    if (granted) {
      hand.left = chunk;
      hand.endsAtMs = endsAtMs;
    } else {
      hand.refusedUntilMs = endsAtMs;
    }
  };

  const handOf = (key: string): Hand => {
    const known = hands.get(key);
    if (known) return known;
    const hand: Hand = { left: 0, endsAtMs: 0, refusedUntilMs: 0 };
    hands.set(key, hand);
    return hand;
  };

  return {
    take: async (key) => {
      const hand = handOf(key);
      for (;;) {
        const now = nowMs();
        if (hand.refusedUntilMs > now) return Math.ceil(hand.refusedUntilMs - now);
        if (hand.left > 0 && hand.endsAtMs > now) {
          hand.left -= 1;
          return 0;
        }
        hand.taking ??= refill(key, hand).finally(() => {
          delete hand.taking;
        });
        await hand.taking;
      }
    },
  };
}
