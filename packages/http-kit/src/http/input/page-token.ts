import { createHash } from 'node:crypto';
import type { IssueInput } from '../problems/refusal.ts';
import { isId } from '@writ/service-kit';

/** What was asked for: parameters of the path, and those of the query. */
type Asked = {
  params: Readonly<Record<string, unknown>>;
  query: Readonly<Record<string, unknown>>;
};

/** Where a page stands among those of its list, as its answer tells it. */
type Pagination = { done: boolean; nextPageToken?: string; lookedBackTo?: string };

const hashBytes = 9;

/**
 * Tokens of one list's pages: the place behind which the page begins, after a hash of what is listed. The hash guards
 * against mix-ups, not against forgers, who learn nothing by it.
 *
 * @param list name of the list: a token of another one is refused, as is one of other path parameters or filters
 * @param isPlace tells the places of the list; ids, unless it is said
 */
export function pageTokens(list: string, isPlace: (text: string) => boolean = isId) {
  const tokenOf = (asked: Asked, place: string): string =>
    Buffer.concat([hashOf(list, asked), Buffer.from(place)]).toString('base64url');
  /** The place behind which the page begins; absent on the first one, and for what is no token. */
  const placeOf = (asked: Asked): string | undefined => {
    const { pageToken } = asked.query;
    if (typeof pageToken !== 'string') return undefined;
    const place = Buffer.from(pageToken, 'base64url').toString('utf8', hashBytes);
    // Made anew, so that what decoding passes over is no token either.
    return isPlace(place) && tokenOf(asked, place) === pageToken ? place : undefined;
  };
  return {
    placeOf,
    /** Rule of an endpoint: a token is one that a page of this list gave, asked for in the same way. */
    rule: (asked: Asked): readonly IssueInput[] => {
      const { pageToken } = asked.query;
      if (typeof pageToken !== 'string' || placeOf(asked) !== undefined) return [];
      return [{ in: 'query', name: 'pageToken', detail, value: pageToken }];
    },
    /** Tells how to go on behind a place, and how far a page has looked that ended early; without a place, that nothing follows. */
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
  'This is no token of a page of what is asked for here: take it as the page before gave it, and leave all parameters but `pageSize` as they were.';

/** Of what was asked for, whatever the size of the page. */
function hashOf(list: string, { params, query }: Asked): Buffer {
  const { pageSize: _size, pageToken: _token, ...filters } = query;
  const text = JSON.stringify([list, sorted(params), sorted(filters)]);
  return createHash('sha256').update(text).digest().subarray(0, hashBytes);
}

const sorted = (values: Readonly<Record<string, unknown>>): unknown[] =>
  Object.entries(values).toSorted(([a], [b]) => (a < b ? -1 : 1));
