import { mostListed } from '@writ/contracts';
import { ok, type Reply } from '../endpoint.ts';
import { pageTokens } from './page-token.ts';

type PageQuery = { pageSize?: number; pageToken?: string };
type Asked<Query> = { params: Readonly<Record<string, unknown>>; query: Query; url: string };

/** Reads at most `limit` entries after an id, in the order of ids. */
type Span = { afterId: string | undefined; limit: number };

/** Bytes of JSON after which a page of large rows ends. */
export const mostOfPage = 16 * 1024 * 1024;

/**
 * A list as an array, in pages on request: `Link` leads to the next one (Contract §1).
 * @param list name of the list, for its tokens
 * @param readAtOnce number of large rows per read; a page ends early if they exceed `mostOfPage`
 */
export function linkedPages(list: string, { readAtOnce }: { readAtOnce?: number } = {}) {
  const tokens = pageTokens(list);
  return {
    rule: tokens.rule,
    docs: { answerHeaders },
    /**
     * @param read reads the entries of a span that match the filter, ordered by id
     * @param tell turns rows into the answer
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

/** One row more shows whether the page is the last. */
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

/** A path, so that it holds under any name of the host. */
function linkTo(url: string, pageToken: string | undefined): Record<string, string> {
  if (pageToken === undefined) return {};
  const next = new URL(url, 'http://localhost');
  next.searchParams.set('pageToken', pageToken);
  return { Link: `<${next.pathname}${next.search}>; rel="next"` };
}

const answerHeaders = {
  Link: {
    description: 'Path of the next page on this host; absent on the last page.',
    schema: { type: 'string' },
    example: '</v1/projects/demo/topics?pageSize=50&pageToken=aGFzaA>; rel="next"',
  },
} as const;
