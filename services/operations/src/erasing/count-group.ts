import type { GroupErasure } from '@writ/contracts';
import type { Prisma } from '@writ/db';
import { countInstalled } from '@writ/installation';
import { countOfGroup, countUncancellable } from '@writ/operation';
import { sumOf } from '@writ/task';
import { everything } from './erase-group.ts';

/** Counting takes some tenths of a second. */
const mostCounted = 100_000;

/** What an erasure would remove now. */
export async function countGroup(
  prisma: Prisma.TransactionClient,
  group: { projectId: string; groupRef: string },
): Promise<GroupErasure> {
  const { projectId, groupRef } = group;
  const meant = { projectId, filter: { groupRef, all: true } };
  const [installed, operations, held] = await Promise.all([
    countInstalled(prisma, group),
    countOfGroup(prisma, group, mostCounted),
    countUncancellable(prisma, meant, everything),
  ]);
  const more = operations.ended + operations.unfinished >= mostCounted;
  return { ...installed, operations: { ...operations, sent: sumOf(held) }, more };
}
