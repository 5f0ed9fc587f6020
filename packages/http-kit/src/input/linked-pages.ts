import { mostListed } from '@writ/contracts';
import { ok, type Reply } from '../endpoint/endpoint.ts';
import { pageTokens } from './page-token.ts';

type PageQuery = { pageSize?: number; pageToken?: string };
type Asked<Query> = { params: Readonly<Record<string, unknown>>; query: Query; url: string };

/** Which entries are read: in the order of ids those behind one, and at most so many. */
type Span = { afterId: string | undefined; limit: number };

/**
 * A list that is answered as an array, and by pages where they are asked for: `Link` leads to the next one (Contract §1).
 *
 * @param list name of the list: a token of another one is refused, as is one of other path parameters or filters
 */
export function linkedPages(list: string) {
  const tokens = pageTokens(list);
  return {
    rule: tokens.rule,
    docs: { answerHeaders },
    /**
     * @param read gives the entries of a span that match the filter, in the order of their ids
     * @param tell makes of them what is answered
     */
    answer: async <Query extends PageQuery, Row extends { id: string }>(
      asked: Asked<Query>,
      read: (span: Span, filter: Omit<Query, keyof PageQuery>) => Promise<readonly Row[]>,
      tell: (rows: readonly Row[]) => unknown,
    ): Promise<Reply> => {
      const { pageSize: size = mostListed, pageToken: _token, ...filter } = asked.query;
      const rows = await read({ afterId: tokens.placeOf(asked), limit: size + 1 }, filter);
      const shown = rows.slice(0, size);
      const last = rows.length > size ? shown.at(-1) : undefined;
      const { nextPageToken } = tokens.paginationOf(asked, last?.id);
      return ok(await tell(shown), linkTo(asked.url, nextPageToken));
    },
  };
}

/** The address as a path: it holds under whatever name the host was reached. */
function linkTo(url: string, pageToken: string | undefined): Record<string, string> {
  if (pageToken === undefined) return {};
  const next = new URL(url, 'http://localhost');
  next.searchParams.set('pageToken', pageToken);
  return { Link: `<${next.pathname}${next.search}>; rel="next"` };
}

const answerHeaders = {
  Link: {
    description: 'Where the next page is, as a path of this host; absent on the last page.',
    schema: { type: 'string' },
    example: '</v1/projects/demo/topics?pageSize=50&pageToken=aGFzaA>; rel="next"',
  },
} as const;
