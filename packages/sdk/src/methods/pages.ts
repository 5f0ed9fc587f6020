import type { Answered } from '../transport/read-answer.ts';

/**
 * A list, fetched page by page as it is read: `for await (const entry of list)`. Each iteration begins at its first
 * page. An entry that is added meanwhile may be missing; none comes twice.
 */
export type Pages<Entry, Page> = AsyncIterable<Entry> & {
  /** The pages themselves, as the service answers them; from the one on that a token of an earlier page leads to. */
  pages: (pageToken?: string) => AsyncIterable<Page>;
  /** All entries at once: for lists that are known to be short. */
  all: () => Promise<Entry[]>;
};

type Paged<Entry> = readonly Entry[] | { results: readonly Entry[]; pagination: { nextPageToken?: string } };

/** Makes a list of what gives its page for a token; the first one has none. */
export function pagesOf<Entry, Page>(
  fetchPage: (pageToken: string | undefined) => Promise<Answered>,
): Pages<Entry, Page> {
  async function* answers(from?: string) {
    let pageToken = from;
    do {
      const { body, headers } = await fetchPage(pageToken);
      yield body;
      pageToken = nextTokenOf(body as Paged<Entry>, headers);
    } while (pageToken !== undefined);
  }
  async function* entries() {
    for await (const body of answers()) {
      const page = body as Paged<Entry>;
      yield* 'results' in page ? page.results : page;
    }
  }
  return {
    [Symbol.asyncIterator]: entries,
    pages: (from) => answers(from) as AsyncIterable<Page>,
    all: async () => {
      const all: Entry[] = [];
      for await (const entry of entries()) all.push(entry);
      return all;
    },
  };
}

/** Lists that are arrays tell the next page in `Link`, as a path whose query holds the token. */
function nextTokenOf(body: Paged<unknown>, headers: Headers): string | undefined {
  if ('pagination' in body) return body.pagination.nextPageToken;
  const next = /<([^>]*)>;\s*rel="next"/.exec(headers.get('link') ?? '')?.[1];
  return next === undefined
    ? undefined
    : (new URL(next, 'http://host').searchParams.get('pageToken') ?? undefined);
}
