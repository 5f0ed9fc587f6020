import { dropKeys, type HeldKey } from '@writ/operation';
import { errorFields, startLoop, type Closing, type Logger, type Rest } from '@writ/service-kit';
import type { Pool } from 'pg';

/** How often the database is asked again that was away. */
const againMs = 1_000;
/** Nothing waits: the next key pokes. */
const idleMs = 60_000;

/**
 * Gives keys back whose requests sent nothing: where the database is away, again and again for as long as a lease, and
 * once more before the process ends. A key that stays is told "outcome unknown" from then on.
 */
export function createKeyReturns(
  { pool, logger, leaseMs }: { pool: Pool; logger: Logger; leaseMs: number },
  closing: Closing,
) {
  const waiting = new Map<HeldKey, { untilMs: number }>();
  const giveBack = async (): Promise<Rest> => {
    const keys = [...waiting.keys()];
    if (keys.length > 0) await dropKeys(pool, keys);
    for (const key of keys) waiting.delete(key);
    return idleMs;
  };
  const onFault = (error: unknown): Rest => {
    for (const [key, { untilMs }] of waiting) if (untilMs <= performance.now()) waiting.delete(key);
    logger.warn('keys not given back yet', { keys: waiting.size, ...errorFields(error) });
    return { deafMs: againMs };
  };
  const loop = startLoop({ step: giveBack, onFault });
  closing.add(loop, async (running) => {
    await running.close();
    await giveBack().catch(onFault);
  });
  /** Without holding up the answer. */
  const later = (key: HeldKey): void => {
    waiting.set(key, { untilMs: performance.now() + leaseMs });
    loop.poke();
  };
  return {
    later,
    /** Before the answer, so that it may be sent again at once. */
    now: (key: HeldKey): Promise<void> => dropKeys(pool, [key]).catch(() => later(key)),
  };
}
