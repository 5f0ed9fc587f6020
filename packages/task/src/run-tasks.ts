import type { TaskAction } from '@writ/contracts';
import { startLeaderRounds, type Database, type LeaderRounds } from '@writ/db';
import { nextTask, noProject, noteStepOf, StepLost, type NoteStep } from './steps.ts';
import { takeOverTasks } from './take-over.ts';
import type { StoredTask } from './task.ts';

/** Makes a step of a task in one transaction, in which it notes what it came to. */
export type TaskStep = (task: StoredTask, note: NoteStep) => Promise<void>;

/** How long a task waits at most where another process leads. */
const pollMs = 1_000;

/**
 * Carries out what was asked for many at once, a step at a time; projects take turns, and the tasks of each do. One process
 * does it among all, by a lease.
 * A step that a dying process left half done was never committed, and one that two make is committed once.
 *
 * @param options.name of the lease
 * @param options.steps of the kinds of tasks that this service carries out
 * @param options.onError hears of a step that failed; it is made again
 */
export function runTasks(options: {
  database: Pick<Database, 'pool' | 'prisma'>;
  name: string;
  steps: Partial<Record<TaskAction, TaskStep>>;
  onError: (error: unknown) => void;
}): LeaderRounds {
  const { database, name, steps, onError } = options;
  const { pool: db, prisma } = database;
  const actions = Object.keys(steps) as TaskAction[];
  let after = noProject;
  return startLeaderRounds({
    db,
    name,
    everyMs: pollMs,
    round: async () => {
      const task = await nextTask(prisma, { actions, after });
      if (!task) return (await takeOverTasks(prisma)) > 0 ? 0 : pollMs;
      after = task.projectId;
      try {
        await steps[task.action]?.(task, noteStepOf(task));
      } catch (error) {
        if (!(error instanceof StepLost)) throw error;
      }
      return 0;
    },
    onError,
  });
}
