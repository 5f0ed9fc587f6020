import { allOf, boundedPage, columnsOf, lookedBackTo, pageOfRows, Prisma, type BoundedRow } from '@writ/db';
import type { OperationRow } from '../operation.ts';
import { entriesIn, isOfSpan, matchesFilter, statusesOf, type OperationFilter } from './operation-filter.ts';
import { enteredOperations } from './entered-operations.ts';
import { matchingInstallations } from './matching-installations.ts';
import { pageOfInstallations } from './page-of-installations.ts';

type PageRequest = {
  limit: number;
  beforeId?: string | undefined;
  /** The most operations that are looked at for the page; as many as a page may take, without it. */
  mostLookedAt?: number;
};

/**
 * What a page is read from, as conditions that an index answers (`installationIds`: of each of these), and how much of it is
 * looked at. `end`: below this id there may be more of it.
 */
type Source = Place & { mostLookedAt: number; end?: string | undefined };
type Place = { where: Prisma.Sql; installationIds?: readonly string[] | undefined };
/** Where more may follow, the next page begins below an id. */
type SourcePage = { rows: OperationRow[]; nextBelow?: string };
/** How far a page has looked that stopped before it was full. */
export type OperationPage = SourcePage & { lookedBackTo?: Date | undefined };

const kinds = {
  all: Prisma.sql`true`,
  unfinished: Prisma.sql`o.due_at IS NOT NULL`,
  failed: Prisma.sql`o.due_at IS NULL AND o.failed > 0`,
};
type Kind = keyof typeof kinds;

/** So many operations take some hundredths of a second: those that lie side by side, and those all over the table. */
const most = { dense: 15_000, scattered: 4_000, withRecords: 4_000 };

/**
 * A page of a project's operations, newest first. Ids grow with time, so a page ends with an id, and the next one begins
 * below it. A page looks at a bounded number of operations, found by the index that fits the filter best; where few of
 * them match it may have fewer than `limit`, or none, although more follow.
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

/** What a page is read from: of two places no operation is in both. Together they look at what a page may. */
async function sourcesOf(
  prisma: Prisma.TransactionClient,
  projectId: string,
  filter: OperationFilter,
  limit: number,
): Promise<Source[]> {
  const places = await placesOf(prisma, projectId, filter);
  const isDense = places.length === 1 && places[0]?.where === kinds.all && !places[0].installationIds;
  const together = entriesIn(filter).length > 0 ? most.withRecords : isDense ? most.dense : most.scattered;
  // Each looks at enough to fill a page.
  const mostOf = (parts: number) => Math.max(limit + 1, Math.ceil(together / parts));
  return places.map((place) => ({
    ...place,
    mostLookedAt: mostOf(place.installationIds?.length ?? places.length),
  }));
}

/** Of what is searched the operations are known by their ids, wherever they lie. */
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
  // What came of a task is found by the task.
  const isFound = asked.includes('unfinished') || filter.taskId !== undefined;
  const installationIds = isFound ? undefined : await matchingInstallations(prisma, projectId, filter);
  const [one] = installationIds ?? [];
  if (one === undefined || installationIds?.length !== 1)
    return asked.map((kind) => ({ where: kinds[kind], installationIds }));
  return asked.map((kind) => ({ where: Prisma.sql`o.installation_id = ${one}::uuid AND ${kinds[kind]}` }));
}

/** Which operations a filter can mean, as far as an index tells them apart. */
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

/** One page of all that begin at the same id: as far as each of them was looked through. */
function mergePages(pages: readonly SourcePage[], limit: number): SourcePage {
  const ends = pages.flatMap(({ nextBelow }) => nextBelow ?? []);
  const end = ends.toSorted().at(-1);
  const all = pages.flatMap(({ rows }) => rows).filter(({ id }) => end === undefined || id >= end);
  const shown = all.toSorted((a, b) => (a.id < b.id ? 1 : -1)).slice(0, limit);
  const nextBelow = shown.length < all.length ? shown.at(-1)?.id : end;
  return { rows: shown, ...(nextBelow !== undefined && { nextBelow }) };
}
