import { boundedPage, pageOfRows, type BoundedRow, type Queryable } from '@writ/db';
import type { OperationView } from '../operation.ts';
import { filterValues, isOfSpan, matchesFilter, type OperationFilter } from './operation-filter.ts';
import { matchingInstallations } from './matching-installations.ts';
import { operationColumns, toOperationView, type OperationRow } from './find-operation.ts';

/** A page of operations. Where more may follow, the next one begins below an id. */
export type OperationPage = { operations: OperationView[]; nextBelow?: string };

type PageRequest = {
  limit: number;
  beforeId?: string;
  /** The most operations that are looked at for the page; as many as take well below a second without it. */
  mostLookedAt?: number;
};

/** An index, and how much of it is looked at for a page. */
type Source = { sql: string; mostLookedAt: number };

const hasFailed = 'o.due_at IS NULL AND o.failed > 0';
/** The next one in the index is on another page of the table. */
const scattered = 50_000;

const source = (conditions: string, most: number): Source => ({
  sql: boundedPage({
    source: `FROM operation o WHERE ${isOfSpan} AND ($10::uuid IS NULL OR o.id < $10) AND ${conditions}`,
    ...{ alias: 'o', columns: operationColumns, matches: matchesFilter, limit: '$11', look: '$12' },
  }),
  mostLookedAt: most,
});

const ofProject = {
  all: source('true', 200_000),
  unfinished: source('o.due_at IS NOT NULL', scattered),
  failed: source(hasFailed, scattered),
};
const ofInstallation = {
  all: source('o.installation_id = $13', scattered),
  failed: source(`o.installation_id = $13 AND ${hasFailed}`, scattered),
};

/**
 * A page of a project's operations, newest first. Ids grow with time, so a page ends with an id, and the next one begins
 * below it. A page looks at a bounded number of operations, found by the index that fits the filter best; where few of
 * them match it may have fewer than `limit`, or none, although more follow.
 */
export async function listOperations(
  db: Queryable,
  projectId: string,
  filter: OperationFilter,
  page: PageRequest,
): Promise<OperationPage> {
  const read = (from: Source, installationIds: readonly string[] = []) =>
    readPage(db, from, [...filterValues(projectId, filter)], page, installationIds);
  if (filter.status === 'in_progress') return read(ofProject.unfinished);
  const which = filter.status === 'failure' ? 'failed' : 'all';
  const installationIds = await matchingInstallations(db, projectId, filter);
  if (!installationIds) return read(ofProject[which]);
  // Together they look at what a page may, and each at enough to fill one.
  const share = Math.max(page.limit + 1, Math.ceil(scattered / installationIds.length));
  const from = { ...ofInstallation[which], mostLookedAt: share };
  const pages = await Promise.all(installationIds.map((id) => read(from, [id])));
  return mergePages(pages, page.limit);
}

async function readPage(
  db: Queryable,
  from: Source,
  filterOf: readonly unknown[],
  { limit, beforeId, mostLookedAt = from.mostLookedAt }: PageRequest,
  installationIds: readonly string[],
): Promise<OperationPage> {
  const values = [...filterOf, beforeId ?? null, limit + 1, mostLookedAt, ...installationIds];
  const { rows } = await db.query<BoundedRow<OperationRow>>(from.sql, values);
  const { rows: found, nextBelow } = pageOfRows(rows, limit);
  return { operations: found.map(toOperationView), ...(nextBelow !== undefined && { nextBelow }) };
}

/** One page of several that begin at the same id: as far as all of them were looked through. */
function mergePages(pages: readonly OperationPage[], limit: number): OperationPage {
  const ends = pages.flatMap(({ nextBelow }) => nextBelow ?? []);
  const end = ends.toSorted().at(-1);
  const all = pages
    .flatMap(({ operations }) => operations)
    .filter(({ id }) => end === undefined || id >= end);
  const shown = all.toSorted((a, b) => (a.id < b.id ? 1 : -1)).slice(0, limit);
  const nextBelow = shown.length < all.length ? shown.at(-1)?.id : end;
  return { operations: shown, ...(nextBelow !== undefined && { nextBelow }) };
}
