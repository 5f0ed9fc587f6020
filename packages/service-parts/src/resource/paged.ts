import {
  endpoint,
  ok,
  pageTokens,
  type Access,
  type Endpoint,
  type EndpointDocs,
  type EndpointRequest,
  type JSONSchema,
} from '@writ/http';

type PageQuery = { pageSize?: number; pageToken?: string };

/** `next`: the place behind which the next page begins, if more follow. */
export type Page = {
  results: readonly unknown[];
  next?: string | undefined;
  /** How far a page looked that ended early. */
  lookedBackTo?: Date | undefined;
};

/** At most `limit` rows behind `place`; undefined: from the beginning. */
export type PageSpan = { limit: number; place: string | undefined };

type Paged<Path extends string, Query extends JSONSchema> = {
  /** Names the list in page tokens. */
  list: string;
  path: Path;
  summary: string;
  access: Access;
  query: Query;
  page: object;
  usualPageSize?: number;
  /** Recognizes places; ids by default. */
  isPlace?: (text: string) => boolean;
  docs?: EndpointDocs;
  read: (
    request: EndpointRequest<Path, Query, undefined>,
    span: PageSpan,
    filter: Omit<EndpointRequest<Path, Query, undefined>['query'], keyof PageQuery>,
  ) => Promise<Page>;
};

/** The list answers with `results` and `pagination`. */
export function paged<const Path extends string, const Query extends JSONSchema>({
  list,
  page,
  usualPageSize = 200,
  isPlace,
  read,
  ...facts
}: Paged<Path, Query>): Endpoint {
  const tokens = pageTokens(list, isPlace);
  return endpoint({
    ...facts,
    method: 'get',
    rules: tokens.rule,
    answers: { 200: page },
    handle: async (asked) => {
      const { pageSize: limit = usualPageSize, pageToken: _token, ...filter } = asked.query as PageQuery;
      const span = { limit, place: tokens.placeOf(asked as never) };
      const { results, next, lookedBackTo } = await read(asked, span, filter as never);
      return ok({ results, pagination: tokens.paginationOf(asked as never, next, lookedBackTo) });
    },
  });
}
