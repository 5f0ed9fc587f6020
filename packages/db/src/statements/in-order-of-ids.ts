export type Span = { afterId: string | undefined; limit: number };

/** Arguments of `findMany`; the whole list without a span. */
export const inOrderOfIds = <Where extends object>(where: Where, span?: Span) =>
  ({
    where: { ...where, ...(span?.afterId !== undefined && { id: { gt: span.afterId } }) },
    orderBy: { id: 'asc' },
    ...(span && { take: span.limit }),
  }) as const;
