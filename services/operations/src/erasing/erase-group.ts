import type { Transaction } from '@writ/db';
import {
  accountsWithoutConnection,
  eraseConfigs,
  eraseConnections,
  eraseConnects,
  eraseInstallations,
  eraseOwnConfigs,
  hasRevocations,
} from '@writ/installation';
import { eraseLanes, providerLaneId } from '@writ/lanes';
import {
  countCancellable,
  countUncancellable,
  eraseBegunWrites,
  eraseOperations,
  listCancellable,
} from '@writ/operation';
import { itemsPerStep, sumOf, type NoteStep, type StoredTask } from '@writ/task';
import { beginErasure, eraseAuditEntries, erasureAgeMs } from '@writ/tenancy';
import { cancel } from '../managing/cancel.ts';
import type { ManagingDeps } from '../managing/managing-deps.ts';

/** The notification service's part. */
const eventsPart = 1;

export type EraseFilter = { groupRef: string; force?: boolean };

/**
 * Longer than a request can take that found an installation before its removal: a synchronous write takes at most 30
 * s, and one whose process died is known 45 s after it began.
 */
export const usualGraceMs = 60_000;

/** Between looks whether the last writes have ended. */
const waitMs = 1_000;
/** Well below a second. */
const auditEntriesPerStep = 1_000;
/** Later than every operation: operations accepted since the request are erased, too. */
export const everything = new Date('9999-01-01T00:00:00Z');

export type EraseDeps = ManagingDeps & { graceMs: number };

/**
 * Removes the next part of what exists, in an order in which nothing comes back. Each step looks anew, so a repeated
 * one, or another process, continues where the last one ended.
 */
export async function eraseStep(deps: EraseDeps, task: StoredTask, note: NoteStep): Promise<void> {
  const { groupRef, force = false } = task.filter as EraseFilter;
  const group = { projectId: task.projectId, groupRef };
  // The audit comes last, and `afterId` is its place.
  if (task.afterId !== null) return deps.transaction((tx) => eraseAudit(tx, task, group, note));
  const meant = { projectId: group.projectId, filter: { groupRef, all: true, force } };
  const ids = (await isClosed(deps, group))
    ? await listCancellable(deps.prisma, { ...meant, createTime: everything, afterId: null }, itemsPerStep)
    : [];
  if (ids.length > 0) {
    await cancel(deps, {
      projectId: group.projectId,
      ids,
      sharedToo: true,
      force,
      note: (tx) => note(tx, { done: [], leftOut: {}, next: 'again' }),
    });
    return;
  }
  await deps.transaction(async (tx) => {
    const next = (await close(tx, group)) ?? (await waitForWrites(deps, tx, meant, group));
    if (next) return note(tx, { done: [], ...next });
    return note(tx, { done: [], leftOut: {}, ...(await eraseNext(tx, group)) });
  });
}

type Group = { projectId: string; groupRef: string };

const isClosed = async ({ prisma }: EraseDeps, group: Group): Promise<boolean> =>
  (await erasureAgeMs(prisma, group)) !== undefined;

/** So that writes are refused, and events dropped from now on. */
async function close({ prisma }: Transaction, group: Group) {
  const removed = await eraseInstallations(prisma, { ...group, limit: itemsPerStep });
  await eraseConnects(prisma, group);
  if (removed === 0 && (await erasureAgeMs(prisma, group)) !== undefined) return undefined;
  await beginErasure(prisma, group);
  return { leftOut: {}, next: 'again' } as const;
}

/** Waits for unfinished writes, and for requests that found an installation before it was removed. */
async function waitForWrites(
  { graceMs }: EraseDeps,
  { prisma }: Transaction,
  meant: Parameters<typeof countUncancellable>[1],
  group: Group,
) {
  const leftOut = await countUncancellable(prisma, meant, everything);
  // A worker may have returned some unsent since they were listed.
  const { count } = await countCancellable(prisma, meant, everything, { most: 1 });
  if (count > 0) return { leftOut, next: 'again' as const };
  const ageMs = (await erasureAgeMs(prisma, group)) ?? 0;
  return sumOf(leftOut) > 0 || ageMs < graceMs ? { leftOut, next: { waitMs } } : undefined;
}

/** Removes the next operations; after the last, everything else of the group here. */
async function eraseNext({ prisma }: Transaction, group: Group) {
  await eraseBegunWrites(prisma, group);
  const erased = await eraseOperations(prisma, { ...group, limit: itemsPerStep });
  if (erased.kind === 'unfollowed') return { next: { waitMs } };
  await eraseConfigs(prisma, erased.installationIds);
  await eraseLanesOf(prisma, group, erased.accounts);
  if (erased.count > 0) return { removed: erased.count, next: 'again' as const };
  const accounts = await eraseConnections(prisma, { ...group, limit: itemsPerStep });
  await eraseLanesOf(prisma, group, accounts);
  if (accounts.length > 0) return { next: 'again' as const };
  if (await hasRevocations(prisma, group)) return { next: { waitMs } };
  await eraseOwnConfigs(prisma, group);
  const afterId = await eraseAuditEntries(prisma, { ...group, afterId: null, limit: auditEntriesPerStep });
  return { next: afterId === undefined ? { part: eventsPart } : { afterId } };
}

async function eraseLanesOf(
  prisma: Transaction['prisma'],
  { projectId }: Group,
  accounts: readonly { provider: string; account: string }[],
): Promise<void> {
  const left = await accountsWithoutConnection(prisma, projectId, accounts);
  await eraseLanes(
    prisma,
    left.map((account) => providerLaneId({ ...account, projectId })),
  );
}

async function eraseAudit(
  tx: Transaction,
  { afterId }: StoredTask,
  group: Group,
  note: NoteStep,
): Promise<void> {
  const last = await eraseAuditEntries(tx.prisma, { ...group, afterId, limit: auditEntriesPerStep });
  const next = last === undefined ? { part: eventsPart } : { afterId: last };
  await note(tx, { done: [], leftOut: {}, next });
}
