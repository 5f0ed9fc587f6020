import { arrayOf, flag, text, timeOf } from './fields.ts';
import { closedObject, partialObject } from './schema.ts';

/** Contract §4.7. */
export const pageOf = <const Item>(name: string, item: Item) =>
  closedObject({
    $id: name,
    properties: {
      results: arrayOf(
        'Entries of this page: may be fewer than requested, or none, although more follow. Check `done`.',
        item,
      ),
      pagination: closedObject({
        description: 'Whether there is more.',
        optional: ['nextPageToken'],
        properties: {
          done: flag('True on the last page.'),
          nextPageToken: text('Give it as `pageToken` to get the next page.'),
        },
      }),
    },
  });

/** A page of a list that looks through a bounded number of entries, however few match. */
export const searchedPageOf = <const Item>(name: string, item: Item) => {
  const { results, pagination } = pageOf(name, item).properties;
  return closedObject({
    $id: name,
    properties: {
      results,
      pagination: closedObject({
        description: pagination.description,
        optional: ['nextPageToken', 'lookedBackTo'],
        properties: {
          ...pagination.properties,
          lookedBackTo: timeOf(
            'Of a page that ended early: it has looked at everything since this time, and the next page continues there.',
          ),
        },
      }),
    },
  });
};

/** The largest and the usual page size. */
export const pageParameters = ({ most, usual }: { most: number; usual: number }) =>
  ({
    pageSize: {
      type: 'integer',
      minimum: 1,
      maximum: most,
      description: `Entries of a page; ${usual} when absent.`,
    },
    pageToken: text('`nextPageToken` of the previous page.'),
  }) as const;

/** Entries of a list that is answered as an array. */
export const mostListed = 10_000;

/** For a list that is answered as an array, whole up to `mostListed` (Contract §1). */
export const listParameters = {
  ...pageParameters({ most: 1_000, usual: mostListed }),
  pageToken: text("The `pageToken` of the previous page's `Link`."),
} as const;

export const listQuerySchema = partialObject({ properties: listParameters });

export type Page<T> = { results: T[]; pagination: { done: boolean; nextPageToken?: string } };
