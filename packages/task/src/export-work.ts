import type { Database } from '@writ/db';
import type { TaskWork } from './run-tasks.ts';
import type { StoredTask } from './task.ts';

/** In order; the notification service performs the last. */
const parts = ['group', 'connection', 'installation', 'config', 'operation', 'event'] as const;

export type ExportPart = (typeof parts)[number];

/** A step reads what follows `afterId`, of the group at the time of the request. */
export type ExportStep = Pick<StoredTask, 'projectId' | 'afterId' | 'createTime'> & { groupRef: string };

/** `last`: the last id that was looked at, if more may follow. */
export type ExportedPage = { lines: readonly object[]; last: string | undefined };

/** A part of an export: each step reads a page and stores its lines as a chunk, together with its place. */
export const exportWork = (
  { transaction }: Pick<Database, 'transaction'>,
  part: ExportPart,
  readPage: (step: ExportStep) => Promise<ExportedPage>,
): TaskWork => ({
  action: 'export',
  part: parts.indexOf(part),
  step: async ({ projectId, afterId, createTime, filter }, note) => {
    const groupRef = filter['groupRef'] as string;
    const { lines, last } = await readPage({ projectId, afterId, createTime, groupRef });
    const next = last === undefined ? nextPart(part) : { afterId: last };
    await transaction((tx) => note(tx, { done: [], leftOut: {}, lines, next }));
  },
});

const nextPart = (part: ExportPart) => {
  const next = parts.indexOf(part) + 1;
  return next < parts.length ? { part: next } : 'end';
};
