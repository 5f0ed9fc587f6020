import { mostListed } from '@writ/contracts';
import { ok, type Reply } from '../endpoint.ts';
import { pageTokens } from './page-token.ts';

type PageQuery = { pageSize?: number; pageToken?: string };
type Asked<Query> = { params: Readonly<Record<string, unknown>>; query: Query; url: string };

/** Which entries are read: in the order of ids those behind one, and at most so many. */
type Span = { afterId: string | undefined; limit: number };

/** A page of large rows ends with the one that makes it larger than this, as JSON. */
export const mostOfPage = 16 * 1024 * 1024;

/**
 * A list that is answered as an array, and by pages where they are asked for: `Link` leads to the next one (Contract §1).
 *
 * @param list name of the list: a token of another one is refused, as is one of other path parameters or filters
 * @param readAtOnce where rows may be large: so many are read at once, and a page ends early where they take too much
 */
export function linkedPages(list: string, { readAtOnce }: { readAtOnce?: number } = {}) {
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
      const readSpan = (span: Span) => read(span, filter);
      const { rows, isLast } = await readPage(readSpan, { afterId: tokens.placeOf(asked), size, readAtOnce });
      const { nextPageToken } = tokens.paginationOf(asked, isLast ? undefined : rows.at(-1)?.id);
      return ok(await tell(rows), linkTo(asked.url, nextPageToken));
    },
  };
}

type PageSpan = { afterId: string | undefined; size: number; readAtOnce: number | undefined };

/** Reads the rows of a page; one row more tells whether it is the last. */
async function readPage<Row extends { id: string }>(
  read: (span: Span) => Promise<readonly Row[]>,
  { afterId, size, readAtOnce = Infinity }: PageSpan,
): Promise<{ rows: readonly Row[]; isLast: boolean }> {
  const rows: Row[] = [];
  let bytes = 0;
  const isFull = (): boolean => rows.length === size || bytes > mostOfPage;
  for (;;) {
    const limit = isFull() ? 1 : Math.min(size + 1 - rows.length, readAtOnce);
    const some = await read({ afterId: rows.at(-1)?.id ?? afterId, limit });
    for (const row of some) {
      if (isFull()) return { rows, isLast: false };
      rows.push(row);
      if (readAtOnce !== Infinity) bytes += JSON.stringify(row).length;
    }
    if (some.length < limit) return { rows, isLast: true };
  }
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
