import type { Database, ProjectRows, Transaction } from '@writ/db';
import { eraseBusOfProject } from '@writ/event-bus';
import { eraseApps, eraseInstalledOfProject, hasRevocations } from '@writ/installation';
import { eraseLanesOfProject, pauseLanesOfProject } from '@writ/lanes';
import { eraseOperationsOfProject, erasePartsOfProject, isWritingFor } from '@writ/operation';
import {
  erasureParts,
  eraseTasksOfProject,
  removeTask,
  rowsPerStep,
  type NoteStep,
  type StoredTask,
  type TaskWork,
} from '@writ/task';
import { eraseCallers, eraseProject, projectErasureAgeMs } from '@writ/tenancy';

/** Between looks whether the last writes and revocations have ended. */
const waitMs = 1_000;

type Deps = Pick<Database, 'transaction'> & { graceMs: number };

/**
 * The request has shut callers out and paused the lanes. The first part waits for requests and writes in flight, then
 * removes them; the notification service removes events; the last part removes the rest. Each step looks at all
 * tables of its part again, so late rows go, too.
 */
export const eraseProjectWorks = (deps: Deps): readonly TaskWork[] => [
  work(deps, erasureParts.operations, (tx, task) => beginStep(tx, task, deps.graceMs)),
  work(deps, erasureParts.rest, endStep),
];

type Step = (tx: Transaction, task: StoredTask) => Promise<Omit<Parameters<NoteStep>[1], 'done' | 'leftOut'>>;

const work = ({ transaction }: Deps, part: number, step: Step): TaskWork => ({
  action: 'eraseProject',
  part,
  step: (task, note) =>
    transaction(async (tx) => {
      const end = await step(tx, task);
      await note(tx, { done: [], leftOut: {}, ...end });
      if (end.next !== 'end') return;
      await removeTask(tx.prisma, task);
      await eraseProject(tx.prisma, task.projectId);
    }),
});

async function beginStep({ prisma }: Transaction, { projectId, filter }: StoredTask, graceMs: number) {
  // A request in flight may have made a new one.
  await pauseLanesOfProject(prisma, projectId);
  if ((await projectErasureAgeMs(prisma, projectId)) < graceMs) return { next: { waitMs } };
  const rows = { projectId, limit: rowsPerStep };
  const heldToo = filter['force'] === true;
  const removed = await eraseOperationsOfProject(prisma, { ...rows, heldToo });
  if (removed > 0) return { removed, next: 'again' } as const;
  if (!heldToo && (await isWritingFor(prisma, projectId))) return { next: { waitMs } };
  return { next: (await eraseOthers(prisma, rows)) > 0 ? ('again' as const) : { part: erasureParts.events } };
}

async function endStep({ prisma }: Transaction, { projectId, id }: StoredTask) {
  const rows = { projectId, limit: rowsPerStep };
  const removed = await eraseOperationsOfProject(prisma, { ...rows, heldToo: true });
  const early = removed || (await eraseOthers(prisma, rows)) || (await eraseLanesOfProject(prisma, rows));
  if (early > 0) return { removed, next: 'again' } as const;
  // Revocations need the project's app, and the keys that sealed its secret. The next part reads all dead letters.
  if (await hasRevocations(prisma, { projectId })) return { next: { waitMs } };
  const late =
    (await eraseBusOfProject(prisma, rows)) ||
    (await eraseTasksOfProject(prisma, rows, id)) ||
    (await eraseCallers(prisma, rows));
  if (late > 0) return { next: 'again' } as const;
  await eraseApps(prisma, projectId);
  return { next: 'end' } as const;
}

const eraseOthers = async (prisma: Transaction['prisma'], rows: ProjectRows): Promise<number> =>
  (await erasePartsOfProject(prisma, rows)) || eraseInstalledOfProject(prisma, rows);
