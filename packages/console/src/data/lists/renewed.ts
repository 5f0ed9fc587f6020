import type { InfiniteData } from '@tanstack/react-query';

type Page<Row> = { results: readonly Row[] };

/** The pages of a list with the rows that were read anew in the place of what was there. */
export function renewed<Row extends { id: string }, Of extends Page<Row>, Token>(
  before: InfiniteData<Of, Token> | undefined,
  read: readonly Row[],
): InfiniteData<Of, Token> | undefined {
  const byId = new Map(read.map((row) => [row.id, row]));
  return (
    before && {
      ...before,
      pages: before.pages.map((page) => ({
        ...page,
        results: page.results.map((row) => byId.get(row.id) ?? row),
      })),
    }
  );
}
