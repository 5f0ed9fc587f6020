import { Prisma } from './generated/client.ts';
import type { Queryable } from './prisma-on-pool.ts';
import { startLeaderRounds, type LeaderRounds } from './leader-rounds.ts';
import { bearableSteps } from './repeat/bearable-steps.ts';
import { ranOutOfTime } from './faults.ts';

export type Removal = {
  /** Names them in metrics. */
  what: string;
  /** Absent if each row says so itself. */
  keptMs?: number;
  /** Remove them project by project; a project may have its own number of days. */
  ofEachProject?: true | { own: keyof OwnRetention };
  /**
   * Removes at most `limit` old rows by one statement and returns how many: fewer than `limit` were the last.
   * If old rows may have to stay, it looks at `limit` ids after `afterId` and returns how far it looked, so a
   * pass looks at each row once.
   */
  remove: (prisma: Prisma.TransactionClient, step: RemovalStep) => Promise<number | Removed>;
};

/** Days instead of `keptMs`; null: `keptMs` counts. */
export type OwnRetention = Readonly<
  Record<'sentRetentionDays' | 'operationRetentionDays' | 'deliveryRetentionDays', number | null>
>;
type KeepingProject = { id: string } & OwnRetention;

/** `projectId` is empty unless it goes project by project. */
export type RemovalStep = { projectId: string; ageMs: number; limit: number; afterId?: string | undefined };

/** `lookedTo`: the last id; null at the end. */
export type Removed = { removed: number; lookedTo: string | null };

/** No id is below it. */
export const lowestId = '00000000-0000-0000-0000-000000000000';

type Retention = {
  database: { pool: Queryable; prisma: Prisma.TransactionClient };
  projects: () => Promise<readonly KeepingProject[]>;
  name: string;
  everyMs: number;
  stepSize: number;
  removals: readonly Removal[];
  onRemoved: (what: string, count: number) => void;
  onBegun: (what: string) => void;
  /** It has removed all that were old when it began. */
  onDone: (what: string) => void;
  onError: (error: unknown) => void;
};

/** The pause after a step, in lengths of the step: retention takes at most a fifth of one connection. */
const restPerStep = 4;
const leastRestMs = 5;
/** Its cause may last a while. */
const restAfterFaultMs = 60_000;
/** After so many projects in a row that time out over a single row, a removal waits for the next pass. */
const mostTimeoutsInRow = 3;

/** Keeps the step size between passes. */
type Removing = Removal & { bearably: ReturnType<typeof bearableSteps> };
type Step = { fault: unknown } | undefined;

/**
 * Removes old rows in one process among all, by a lease. Each step is one statement over at most `stepSize`
 * rows; a repeated step finds less. A step that times out is reported and repeated over half the rows. Any
 * other fault, or a timeout over a single row, is reported and left to the next pass; the pass continues with
 * the next project or removal.
 */
export function startRetention(options: Retention): LeaderRounds {
  const { database, everyMs, name, onError } = options;
  const removals = options.removals.map((removal): Removing => ({
    ...removal,
    bearably: bearableSteps(options.stepSize),
  }));
  let pass = stepsOf(removals, options);
  const round = async (): Promise<number> => {
    const beganMs = performance.now();
    const { done, value } = await pass.next();
    if (value) throw value.fault;
    if (!done) return leastRestMs + (performance.now() - beganMs) * restPerStep;
    pass = stepsOf(removals, options);
    return everyMs;
  };
  const restAfterFault = () => Math.min(everyMs, restAfterFaultMs);
  return startLeaderRounds({ db: database.pool, name, everyMs, round, restAfterFault, onError });
}

async function* stepsOf(removals: readonly Removing[], options: Retention): AsyncGenerator<Step, undefined> {
  for (const removal of removals) {
    options.onBegun(removal.what);
    let [timeouts, faults] = [0, 0];
    for (const { projectId, ageMs } of await agesOf(removal, options)) {
      try {
        yield* stepsFor(removal, { projectId, ageMs }, options);
        timeouts = 0;
      } catch (cause) {
        faults += 1;
        timeouts += ranOutOfTime(cause) ? 1 : 0;
        const of = projectId === '' ? removal.what : `${removal.what} of project ${projectId}`;
        yield { fault: new Error(`removal of ${of} left to the next pass`, { cause }) };
        if (timeouts === mostTimeoutsInRow) break;
      }
    }
    if (faults === 0) options.onDone(removal.what);
  }
}

const dayMs = 86_400_000;

async function agesOf(
  { keptMs = 0, ofEachProject }: Removal,
  { projects }: Pick<Retention, 'projects'>,
): Promise<readonly Pick<RemovalStep, 'projectId' | 'ageMs'>[]> {
  if (!ofEachProject) return [{ projectId: '', ageMs: keptMs }];
  return (await projects()).map((project) => {
    const ownDays = ofEachProject === true ? null : project[ofEachProject.own];
    return { projectId: project.id, ageMs: ownDays === null ? keptMs : ownDays * dayMs };
  });
}

async function* stepsFor(
  { what, bearably, remove }: Removing,
  step: Pick<RemovalStep, 'projectId' | 'ageMs'>,
  { database, stepSize, onRemoved }: Retention,
): AsyncGenerator<Step, undefined> {
  let most = stepSize;
  let afterId: string | null = lowestId;
  while (afterId !== null) {
    const from: string = afterId;
    try {
      const found = await bearably((limit) => {
        most = limit;
        return remove(database.prisma, { ...step, limit, afterId: from });
      });
      const { removed, lookedTo }: Removed =
        typeof found === 'number' ? { removed: found, lookedTo: found < most ? null : lowestId } : found;
      if (removed > 0) onRemoved(what, removed);
      afterId = lookedTo;
      yield;
    } catch (fault) {
      if (!ranOutOfTime(fault) || most === 1) throw fault;
      yield { fault };
    }
  }
}

/**
 * SQL for the lowest id (UUID version 7) made this many milliseconds ago, in database time. The order of ids
 * finds older rows without an index on time.
 */
export const idsBefore = (ageMs: number): Prisma.Sql =>
  Prisma.sql`rpad(lpad(to_hex((extract(epoch FROM clock_timestamp()) * 1000 - ${ageMs})::bigint), 12, '0'), 32, '0')::uuid`;

/**
 * A step of a removal that goes by ids.
 * @param table has `project_id` and `id`
 * @param removal SQL: parts of a `WITH` that remove the old rows of `next`; the last, `removed`, returns them
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
