import type { TaskAction } from '@writ/contracts';
import { startLeaderRounds, type Database, type LeaderRounds } from '@writ/db';
import { nextTask, noProject, noteStepOf, StepLost, type NoteStep } from './steps.ts';
import { takeOverTasks } from './take-over.ts';
import { goesOnCounting, type Extent, type LeftOut, type Meant, type StoredTask } from './task.ts';

/** Makes a step of a task in one transaction, in which it notes the result. */
export type TaskStep = (task: StoredTask, note: NoteStep) => Promise<void>;

export type TaskWork = {
  action: TaskAction;
  /** Where several services perform it, one after the other; default: 0. */
  part?: number;
  step: TaskStep;
};

/** What a task does with all that match its filter. */
export type FilteredWork<Example> = TaskWork & {
  /** Counts matches, as many as a request may wait for; with `countedTo`, a further part beyond it. */
  count: (which: Meant, countedTo?: string) => Promise<Extent>;
  /** Matches that no step meets: they count as left out from the start. */
  passedOver?: (extent: Extent) => LeftOut;
  /** The newest matches. */
  examples: (which: Meant, limit: number) => Promise<readonly Example[]>;
};

type AnyWork = TaskWork | FilteredWork<unknown>;

/** One transaction, well below a second. */
export const itemsPerStep = 100;

/** The longest that a task waits if another process leads. */
const pollMs = 1_000;

/**
 * Performs tasks step by step, in one process among all, by a lease. Projects take turns, and the tasks of
 * each. A task first counts on if its request did not count everything: a step would change what it counts. A
 * half-done step of a dying process was never committed; one that two processes make is committed once.
 * @param options.name of the lease
 * @param options.works the kinds of tasks of this service
 * @param options.onError hears of a failed step; it is repeated
 */
export function runTasks(options: {
  database: Pick<Database, 'pool' | 'prisma' | 'transaction'>;
  name: string;
  works: readonly AnyWork[];
  onError: (error: unknown) => void;
}): LeaderRounds {
  const { database, name, onError } = options;
  const { pool: db, prisma } = database;
  const { works } = options;
  const own = { actions: works.map(({ action }) => action), parts: works.map(({ part = 0 }) => part) };
  let after = noProject;
  return startLeaderRounds({
    db,
    name,
    everyMs: pollMs,
    round: async () => {
      const task = await nextTask(prisma, { ...own, after });
      const work = works.find(({ action, part = 0 }) => action === task?.action && part === task.part);
      if (!task || !work) return (await takeOverTasks(prisma)) > 0 ? 0 : pollMs;
      after = task.projectId;
      try {
        await stepOf(database, work, task);
      } catch (error) {
        if (!(error instanceof StepLost)) throw error;
      }
      return 0;
    },
    onError,
  });
}

async function stepOf(
  { transaction }: Pick<Database, 'transaction'>,
  work: AnyWork,
  task: StoredTask,
): Promise<void> {
  const note = noteStepOf(task);
  const countedTo = goesOnCounting(task);
  if (countedTo === undefined || !('count' in work)) return work.step(task, note);
  const counted = await work.count(task, countedTo);
  const leftOut = work.passedOver?.(counted) ?? {};
  await transaction((tx) => note(tx, { done: [], leftOut, next: 'again', counted }));
}
