import { allOf, boundedPage, columnsOf, lookedBackTo, pageOfRows, Prisma, type BoundedRow } from '@writ/db';
import type { OperationRow } from '../operation.ts';
import { entriesIn, isOfSpan, matchesFilter, statusesOf, type OperationFilter } from './operation-filter.ts';
import { enteredOperations } from './entered-operations.ts';
import { matchingInstallations } from './matching-installations.ts';
import { pageOfInstallations } from './page-of-installations.ts';

type PageRequest = {
  limit: number;
  beforeId?: string | undefined;
  /** By default the usual limit. */
  mostLookedAt?: number;
};

/** Index conditions (`installationIds`: for each of them). `end`: more may lie below this id. */
type Source = Place & { mostLookedAt: number; end?: string | undefined };
type Place = { where: Prisma.Sql; installationIds?: readonly string[] | undefined };
/** The next page begins below `nextBelow`. */
type SourcePage = { rows: OperationRow[]; nextBelow?: string };
export type OperationPage = SourcePage & { lookedBackTo?: Date | undefined };

const kinds = {
  all: Prisma.sql`true`,
  unfinished: Prisma.sql`o.due_at IS NOT NULL`,
  failed: Prisma.sql`o.due_at IS NULL AND o.failed > 0`,
};
type Kind = keyof typeof kinds;

/** Read in some hundredths of a second: side by side, or scattered. */
const most = { dense: 15_000, scattered: 4_000, withRecords: 4_000 };

/**
 * Newest first, since ids grow with time. Reads a bounded number of operations by the best index; if few
 * match, a page may have fewer than `limit`, or none, although more follow.
 */
export async function listOperations(
  prisma: Prisma.TransactionClient,
  projectId: string,
  filter: OperationFilter,
  page: PageRequest,
): Promise<OperationPage> {
  const entered = await enteredSource(prisma, projectId, filter, page.beforeId);
  const sources = entered ? [entered] : await sourcesOf(prisma, projectId, filter, page.limit);
  const pages = await Promise.all(
    sources.map((source) => readPage(prisma, source, { projectId, filter, ...page })),
  );
  const merged = mergePages(pages, page.limit);
  return { ...merged, lookedBackTo: lookedBackTo(merged, page.limit) };
}

/** Disjoint; they share a page's limit. */
async function sourcesOf(
  prisma: Prisma.TransactionClient,
  projectId: string,
  filter: OperationFilter,
  limit: number,
): Promise<Source[]> {
  const places = await placesOf(prisma, projectId, filter);
  const isDense = places.length === 1 && places[0]?.where === kinds.all && !places[0].installationIds;
  const together = entriesIn(filter).length > 0 ? most.withRecords : isDense ? most.dense : most.scattered;
  const mostOf = (parts: number) => Math.max(limit + 1, Math.ceil(together / parts));
  return places.map((place) => ({
    ...place,
    mostLookedAt: mostOf(place.installationIds?.length ?? places.length),
  }));
}

async function enteredSource(
  prisma: Prisma.TransactionClient,
  projectId: string,
  filter: OperationFilter,
  beforeId: string | undefined,
): Promise<Source | undefined> {
  const limit = most.withRecords;
  const ids = await enteredOperations(prisma, projectId, filter, { limit, beforeId });
  if (!ids) return undefined;
  const end = ids.length === limit ? ids.at(-1) : undefined;
  return { where: Prisma.sql`o.id = ANY (${ids}::uuid[])`, mostLookedAt: limit + 1, end };
}

async function placesOf(
  prisma: Prisma.TransactionClient,
  projectId: string,
  filter: OperationFilter,
): Promise<Place[]> {
  if (filter.ids) return [{ where: Prisma.sql`o.id = ANY (${filter.ids}::uuid[])` }];
  const asked = kindsOf(filter);
  // A task finds its own operations.
  const isFound = asked.includes('unfinished') || filter.taskId !== undefined;
  const installationIds = isFound ? undefined : await matchingInstallations(prisma, projectId, filter);
  const [one] = installationIds ?? [];
  if (one === undefined || installationIds?.length !== 1)
    return asked.map((kind) => ({ where: kinds[kind], installationIds }));
  return asked.map((kind) => ({ where: Prisma.sql`o.installation_id = ${one}::uuid AND ${kinds[kind]}` }));
}

function kindsOf(filter: OperationFilter): readonly Kind[] {
  if (filter.waiting !== undefined) return ['unfinished'];
  if (filter.partial === true) return ['failed'];
  const statuses = statusesOf(filter);
  if (!statuses || statuses.includes('success')) return ['all'];
  return statuses.map((status) => (status === 'failure' ? 'failed' : 'unfinished'));
}

async function readPage(
  prisma: Prisma.TransactionClient,
  source: Source,
  asked: PageRequest & { projectId: string; filter: OperationFilter },
): Promise<SourcePage> {
  const { projectId, filter, limit, beforeId, mostLookedAt = source.mostLookedAt } = asked;
  const isBefore = beforeId !== undefined && Prisma.sql`o.id < ${beforeId}::uuid`;
  const looked = allOf(isOfSpan(projectId, filter), isBefore, source.where);
  const bounds = { matches: matchesFilter(filter), limit: limit + 1, look: mostLookedAt };
  const { installationIds } = source;
  const sql = installationIds
    ? pageOfInstallations({ projectId, installationIds, looked, ...bounds })
    : boundedPage({
        source: Prisma.sql`FROM operation o WHERE ${looked}`,
        alias: Prisma.sql`o`,
        columns: columnsOf('o', Prisma.OperationScalarFieldEnum),
        ...bounds,
      });
  const { rows, nextBelow = source.end } = pageOfRows(
    await prisma.$queryRaw<BoundedRow<OperationRow>[]>(sql),
    limit,
  );
  return { rows, ...(nextBelow !== undefined && { nextBelow }) };
}

/** Pages begin at the same id; merged as far as all were read. */
function mergePages(pages: readonly SourcePage[], limit: number): SourcePage {
  const ends = pages.flatMap(({ nextBelow }) => nextBelow ?? []);
  const end = ends.toSorted().at(-1);
  const all = pages.flatMap(({ rows }) => rows).filter(({ id }) => end === undefined || id >= end);
  const shown = all.toSorted((a, b) => (a.id < b.id ? 1 : -1)).slice(0, limit);
  const nextBelow = shown.length < all.length ? shown.at(-1)?.id : end;
  return { rows: shown, ...(nextBelow !== undefined && { nextBelow }) };
}
