/** Which rows of a list are read: those behind the one with an id, and at most so many. */
export type Span = { afterId: string | undefined; limit: number };

/** What `findMany` takes for a list in the order of its ids; all of it where no span is given. */
export const inOrderOfIds = <Where extends object>(where: Where, span?: Span) =>
  ({
    where: { ...where, ...(span?.afterId !== undefined && { id: { gt: span.afterId } }) },
    orderBy: { id: 'asc' },
    ...(span && { take: span.limit }),
  }) as const;
