import { Prisma } from './generated/client.ts';
import type { Queryable } from './prisma-on-pool.ts';
import { startLeaderRounds, type LeaderRounds } from './leader-rounds.ts';

/** Something that is kept for a time only. */
export type Removal = {
  /** What is removed, for metrics. */
  what: string;
  /** What it is removed for, one after the other; without it, once for all. */
  targets?: () => Promise<readonly string[]>;
  /** Removes up to `limit` old ones, in one statement; gives how many there were. */
  remove: (limit: number, target: string) => Promise<number>;
};

type Retention = {
  db: Queryable;
  name: string;
  everyMs: number;
  stepSize: number;
  removals: readonly Removal[];
  onRemoved: (what: string, count: number) => void;
  onError: (error: unknown) => void;
};

/** After a step the database has this many times its length for others. */
const restPerStep = 4;
const leastRestMs = 5;

/**
 * Removes what is old in one process among all, by a lease: step by step, each a statement over at most `stepSize` rows and
 * followed by a pause four times its own length, so that it takes no more than a fifth of one connection. A step that is
 * done twice finds less.
 */
export function startRetention(options: Retention): LeaderRounds {
  let pass = stepsOf(options);
  const step = async (): Promise<number> => {
    const beganMs = performance.now();
    const { done } = await pass.next();
    if (!done) return leastRestMs + (performance.now() - beganMs) * restPerStep;
    pass = stepsOf(options);
    return options.everyMs;
  };
  return startLeaderRounds({
    ...options,
    round: step,
    onError: (error) => {
      // A generator that threw has ended: the next pass begins anew.
      pass = stepsOf(options);
      options.onError(error);
    },
  });
}

/** All steps of a pass: each removal, for each of its targets, until a step finds less than it might. */
async function* stepsOf({ removals, stepSize, onRemoved }: Retention): AsyncGenerator<undefined> {
  for (const { what, targets, remove } of removals) {
    for (const target of targets ? await targets() : ['']) {
      for (let removed = stepSize; removed >= stepSize;) {
        removed = await remove(stepSize, target);
        if (removed > 0) onRemoved(what, removed);
        yield;
      }
    }
  }
}

/**
 * SQL for the lowest id (UUID version 7) that is made this many milliseconds ago, in database time: what is older is found
 * by the order of ids, without an index of its own.
 */
export const idsBefore = (ageMs: number): Prisma.Sql =>
  Prisma.sql`rpad(lpad(to_hex((extract(epoch FROM clock_timestamp()) * 1000 - ${ageMs})::bigint), 12, '0'), 32, '0')::uuid`;
