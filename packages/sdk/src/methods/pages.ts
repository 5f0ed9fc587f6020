import type { Answered } from '../transport/read-answer.ts';

/**
 * Fetched page by page; each iteration begins at the first page. An entry added meanwhile may be missing;
 * none comes twice.
 */
export type Pages<Entry, Page> = AsyncIterable<Entry> & {
  /** From the page of the token on. */
  pages: (pageToken?: string) => AsyncIterable<Page>;
  /** For short lists. */
  all: () => Promise<Entry[]>;
};

type Paged<Entry> = readonly Entry[] | { results: readonly Entry[]; pagination: { nextPageToken?: string } };

export function pagesOf<Entry, Page>(
  fetchPage: (pageToken: string | undefined) => Promise<Answered>,
): Pages<Entry, Page> {
  async function* pages(from?: string) {
    let pageToken = from;
    do {
      const { body, headers } = await fetchPage(pageToken);
      yield body as Page;
      pageToken = nextTokenOf(body as Paged<Entry>, headers);
    } while (pageToken !== undefined);
  }
  async function* entries() {
    for await (const body of pages()) {
      const page = body as Paged<Entry>;
      yield* 'results' in page ? page.results : page;
    }
  }
  return {
    [Symbol.asyncIterator]: entries,
    pages,
    all: async () => {
      const all: Entry[] = [];
      for await (const entry of entries()) all.push(entry);
      return all;
    },
  };
}

/** The `Link` of an array is a path with the token. */
function nextTokenOf(body: Paged<unknown>, headers: Headers): string | undefined {
  if ('pagination' in body) return body.pagination.nextPageToken;
  const next = /<([^>]*)>;\s*rel="next"/.exec(headers.get('link') ?? '')?.[1];
  if (next === undefined) return undefined;
  return new URL(next, 'http://host').searchParams.get('pageToken') ?? undefined;
}
