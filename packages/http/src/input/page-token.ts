import { createHash } from 'node:crypto';
import type { IssueInput } from '@writ/problems';
import { isId } from '@writ/service-kit';

type Asked = {
  params: Readonly<Record<string, unknown>>;
  query: Readonly<Record<string, unknown>>;
};

type Pagination = { done: boolean; nextPageToken?: string; lookedBackTo?: string };

const hashBytes = 9;

/**
 * Page tokens of a list: a hash of what is listed, and the place behind which the page begins. The hash
 * prevents mix-ups with other lists, path parameters and filters; forgery gains nothing.
 * @param list name of the list
 * @param isPlace recognizes places; default: ids
 */
export function pageTokens(list: string, isPlace: (text: string) => boolean = isId) {
  const tokenOf = (asked: Asked, place: string): string =>
    Buffer.concat([hashOf(list, asked), Buffer.from(place)]).toString('base64url');
  /** Undefined on the first page, and for an invalid token. */
  const placeOf = (asked: Asked): string | undefined => {
    const { pageToken } = asked.query;
    if (typeof pageToken !== 'string') return undefined;
    const place = Buffer.from(pageToken, 'base64url').toString('utf8', hashBytes);
    // Compared with a fresh token: decoding ignores some characters.
    return isPlace(place) && tokenOf(asked, place) === pageToken ? place : undefined;
  };
  return {
    placeOf,
    /** The token must come from a page of the same list. */
    rule: (asked: Asked): readonly IssueInput[] => {
      const { pageToken } = asked.query;
      if (typeof pageToken !== 'string' || placeOf(asked) !== undefined) return [];
      return [{ in: 'query', name: 'pageToken', detail, value: pageToken }];
    },
    /** Without a place, the page is the last. `lookedBackTo`: how far a page looked that ended early. */
    paginationOf: (asked: Asked, nextBehind: string | undefined, lookedBackTo?: Date): Pagination =>
      nextBehind === undefined
        ? { done: true }
        : {
            done: false,
            nextPageToken: tokenOf(asked, nextBehind),
            ...(lookedBackTo && { lookedBackTo: lookedBackTo.toISOString() }),
          },
  };
}

const detail =
  'This `pageToken` belongs to another list or other filters: leave all parameters except `pageSize` as they were.';

/** The size of a page does not matter. */
function hashOf(list: string, { params, query }: Asked): Buffer {
  const { pageSize: _size, pageToken: _token, ...filters } = query;
  const text = JSON.stringify([list, sorted(params), sorted(filters)]);
  return createHash('sha256').update(text).digest().subarray(0, hashBytes);
}

const sorted = (values: Readonly<Record<string, unknown>>): unknown[] =>
  Object.entries(values).toSorted(([a], [b]) => (a < b ? -1 : 1));
