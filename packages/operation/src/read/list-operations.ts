import { allOf, boundedPage, columnsOf, pageOfRows, Prisma, type BoundedRow } from '@writ/db';
import type { OperationRow } from '../operation.ts';
import { isOfSpan, matchesFilter, type OperationFilter } from './operation-filter.ts';
import { matchingInstallations } from './matching-installations.ts';

type PageRequest = {
  limit: number;
  beforeId?: string | undefined;
  /** The most operations that are looked at for the page; as many as take well below a second without it. */
  mostLookedAt?: number;
};

/** An index that a page is read from, as conditions that it answers, and how much of it is looked at. */
type Source = { where: Prisma.Sql; mostLookedAt: number };
/** Where more may follow, the next page begins below an id. */
export type OperationPage = { rows: OperationRow[]; nextBelow?: string };

const hasFailed = Prisma.sql`o.due_at IS NULL AND o.failed > 0`;
/** The next one in the index is on another page of the table. */
const scattered = 50_000;
const ofProject = {
  all: { where: Prisma.sql`true`, mostLookedAt: 200_000 },
  unfinished: { where: Prisma.sql`o.due_at IS NOT NULL`, mostLookedAt: scattered },
  failed: { where: hasFailed, mostLookedAt: scattered },
};
const ofInstallation = (id: string) => ({
  all: Prisma.sql`o.installation_id = ${id}::uuid`,
  failed: Prisma.sql`o.installation_id = ${id}::uuid AND ${hasFailed}`,
});

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
  const sources = await sourcesOf(prisma, projectId, filter, page.limit);
  const pages = await Promise.all(
    sources.map((source) => readPage(prisma, source, { projectId, filter, ...page })),
  );
  return mergePages(pages, page.limit);
}

async function sourcesOf(
  prisma: Prisma.TransactionClient,
  projectId: string,
  filter: OperationFilter,
  limit: number,
): Promise<Source[]> {
  if (filter.status === 'in_progress') return [ofProject.unfinished];
  const which = filter.status === 'failure' ? 'failed' : 'all';
  const installationIds = await matchingInstallations(prisma, projectId, filter);
  if (!installationIds) return [ofProject[which]];
  // Together they look at what a page may, and each at enough to fill one.
  const mostLookedAt = Math.max(limit + 1, Math.ceil(scattered / installationIds.length));
  return installationIds.map((id) => ({ where: ofInstallation(id)[which], mostLookedAt }));
}

async function readPage(
  prisma: Prisma.TransactionClient,
  source: Source,
  asked: PageRequest & { projectId: string; filter: OperationFilter },
): Promise<OperationPage> {
  const { projectId, filter, limit, beforeId, mostLookedAt = source.mostLookedAt } = asked;
  const isBefore = beforeId !== undefined && Prisma.sql`o.id < ${beforeId}::uuid`;
  const looked = allOf(isOfSpan(projectId, filter), isBefore, source.where);
  const sql = boundedPage({
    source: Prisma.sql`FROM operation o WHERE ${looked}`,
    alias: Prisma.sql`o`,
    columns: columnsOf('o', Prisma.OperationScalarFieldEnum),
    matches: matchesFilter(filter),
    limit: limit + 1,
    look: mostLookedAt,
  });
  return pageOfRows(await prisma.$queryRaw<BoundedRow<OperationRow>[]>(sql), limit);
}

/** One page of all that begin at the same id: as far as each of them was looked through. */
function mergePages(pages: readonly OperationPage[], limit: number): OperationPage {
  const ends = pages.flatMap(({ nextBelow }) => nextBelow ?? []);
  const end = ends.toSorted().at(-1);
  const all = pages.flatMap(({ rows }) => rows).filter(({ id }) => end === undefined || id >= end);
  const shown = all.toSorted((a, b) => (a.id < b.id ? 1 : -1)).slice(0, limit);
  const nextBelow = shown.length < all.length ? shown.at(-1)?.id : end;
  return { rows: shown, ...(nextBelow !== undefined && { nextBelow }) };
}
