import { Prisma } from './generated/client.ts';
import type { Queryable } from './prisma-on-pool.ts';
import { startLeaderRounds, type LeaderRounds } from './leader-rounds.ts';
import { bearableSteps } from './repeat/bearable-steps.ts';
import { ranOutOfTime } from './faults.ts';

/** Something that is kept for a time only. */
export type Removal = {
  /** What is removed, for metrics. */
  what: string;
  /** What it is removed for, one after the other; without it, once for all. */
  targets?: () => Promise<readonly string[]>;
  /**
   * Removes up to `limit` old ones, in one statement, and gives how many there were: fewer are the last ones. Where old ones
   * may have to stay, it goes by their ids, looks at no more than `limit` behind one, and gives how far it looked: those that
   * stay are looked at once in a pass, however many they are.
   */
  remove: (limit: number, target: string, afterId?: string) => Promise<number | Removed>;
};

/** How many a step has removed, and the id up to which it looked; null once it has looked at all. */
export type Removed = { removed: number; lookedTo: string | null };

/** No id is below it. */
export const lowestId = '00000000-0000-0000-0000-000000000000';

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
/** After one that failed it has this long: what keeps it from its work may take a while. */
const restAfterFaultMs = 60_000;

/** So few rows are the least that a step is cut to, and what it grows to next. */
const fewRows = 2;
/** A removal that runs out of time so often over no more is left to the next pass. */
const triesOverFew = 3;

/** A removal with the size of its steps, which outlasts targets and passes. */
type Removing = Removal & { bearably: ReturnType<typeof bearableSteps> };
/** How often a removal may still run out of time over few rows, in this pass. */
type Tries = { left: number };
type Step = { fault: unknown } | undefined;

/**
 * Removes what is old in one process among all, by a lease: step by step, each a statement over at most `stepSize` rows and
 * followed by a pause four times its own length, so that it takes no more than a fifth of one connection. A step that is
 * done twice finds less. One that runs out of time is told and done again over fewer rows; one that fails otherwise, or
 * over a single row, is told and left to the next pass: the pass goes on with what comes behind it. So is a whole removal
 * of which a few steps have run out of time over a row or two.
 */
export function startRetention(options: Retention): LeaderRounds {
  const removals = options.removals.map((removal): Removing => ({
    ...removal,
    bearably: bearableSteps(options.stepSize),
  }));
  let pass = stepsOf(removals, options);
  const step = async (): Promise<number> => {
    const beganMs = performance.now();
    const { done, value } = await pass.next();
    if (value) throw value.fault;
    if (!done) return leastRestMs + (performance.now() - beganMs) * restPerStep;
    pass = stepsOf(removals, options);
    return options.everyMs;
  };
  const restAfterFault = () => Math.min(options.everyMs, restAfterFaultMs);
  return startLeaderRounds({ ...options, round: step, restAfterFault });
}

/** All steps of a pass, and what made one fail: each removal until nothing is left to look at. */
async function* stepsOf(removals: readonly Removing[], options: Retention): AsyncGenerator<Step, undefined> {
  for (const removal of removals) yield* stepsOfRemoval(removal, options);
}

/** The steps of a removal for each of its targets, or for those that come before it is given up. */
async function* stepsOfRemoval(removal: Removing, options: Retention): AsyncGenerator<Step, undefined> {
  const tries: Tries = { left: triesOverFew };
  for (const target of removal.targets ? await removal.targets() : ['']) {
    try {
      yield* stepsFor({ removal, target, tries }, options);
    } catch (fault) {
      const isOver = tries.left === 0;
      const why = isOver ? ', since it runs out of time over a row or two' : target && ` for ${target}`;
      yield { fault: new Error(`removal of ${removal.what} left to the next pass${why}`, { cause: fault }) };
      if (isOver) return;
    }
  }
}

async function* stepsFor(
  { removal, target, tries }: { removal: Removing; target: string; tries: Tries },
  { stepSize, onRemoved }: Retention,
): AsyncGenerator<Step, undefined> {
  let most = stepSize;
  let afterId: string | null = lowestId;
  while (afterId !== null) {
    const from: string = afterId;
    try {
      const found = await removal.bearably((limit) => {
        most = limit;
        return removal.remove(limit, target, from);
      });
      const { removed, lookedTo }: Removed =
        typeof found === 'number' ? { removed: found, lookedTo: found < most ? null : lowestId } : found;
      if (removed > 0) onRemoved(removal.what, removed);
      if (most > fewRows) tries.left = triesOverFew;
      afterId = lookedTo;
      yield;
    } catch (fault) {
      if (!ranOutOfTime(fault)) throw fault;
      if (most <= fewRows) tries.left -= 1;
      if (most === 1 || tries.left === 0) throw fault;
      yield { fault };
    }
  }
}

/**
 * SQL for the lowest id (UUID version 7) that is made this many milliseconds ago, in database time: what is older is found
 * by the order of ids, without an index of its own.
 */
export const idsBefore = (ageMs: number): Prisma.Sql =>
  Prisma.sql`rpad(lpad(to_hex((extract(epoch FROM clock_timestamp()) * 1000 - ${ageMs})::bigint), 12, '0'), 32, '0')::uuid`;

/** Which rows of a project a step looks at: the next ones behind an id, made longer ago than they are kept. */
export type RemovalStep = { projectId: string; ageMs: number; limit: number; afterId?: string | undefined };

/**
 * A step of a removal that goes by ids.
 *
 * @param table what is looked at, by its `project_id` and `id`
 * @param removal SQL of the parts of a `WITH` that remove those of `next` which are old; the last one, `removed`, gives them
 */
export async function removeBehind(
  prisma: Prisma.TransactionClient,
  { projectId, ageMs, limit, afterId = lowestId }: RemovalStep,
  { table, removal }: Record<'table' | 'removal', Prisma.Sql>,
): Promise<Removed> {
  const [row] = await prisma.$queryRaw<Removed[]>`
    WITH next AS MATERIALIZED (
      SELECT id FROM ${table}
      WHERE project_id = ${projectId}::uuid AND id > ${afterId}::uuid AND id < (SELECT ${idsBefore(ageMs)})
      ORDER BY id
      LIMIT ${limit}
    ), ${removal}
    SELECT (SELECT count(*) FROM removed)::int AS removed,
      (SELECT id FROM next ORDER BY id OFFSET ${limit - 1}) AS "lookedTo"`;
  return row ?? { removed: 0, lookedTo: null };
}
