import { time } from './fields.ts';
import { closedObject, partialObject } from './schema.ts';

/** Schema of one page of a list (Contract §4.7): `results`, and how to ask for the next page. */
export const pageOf = <const Item>(name: string, item: Item) =>
  closedObject({
    $id: name,
    properties: {
      results: {
        type: 'array',
        items: item,
        description:
          'The entries of this page: may be fewer than asked for, or none, although more follow; go by `done`.',
      },
      pagination: closedObject({
        description: 'Whether there is more.',
        optional: ['nextPageToken'],
        properties: {
          done: { type: 'boolean', description: 'True on the last page.' },
          nextPageToken: { type: 'string', description: 'Give it as `pageToken` to get the next page.' },
        },
      }),
    },
  });

/** The same of a list whose pages look through a bounded number of entries, however few of them match: says how far. */
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
          lookedBackTo: {
            ...time,
            description:
              'Of a page that stopped before it was full: all that came since then was looked at, and the next page goes on there.',
          },
        },
      }),
    },
  });
};

/** The parameters of an endpoint that lists by pages: at most so many entries each, and so many unless it is said. */
export const pageParameters = ({ most, usual }: { most: number; usual: number }) =>
  ({
    pageSize: {
      type: 'integer',
      minimum: 1,
      maximum: most,
      description: `Entries of a page; ${usual} when absent.`,
    },
    pageToken: { type: 'string', description: '`nextPageToken` of the page before.' },
  }) as const;

/** As many entries as a list that is an array tells at once. */
export const mostListed = 10_000;

/** The parameters of a list whose answer is an array: without them it is told whole, up to a bound (Contract §1). */
export const listParameters = {
  ...pageParameters({ most: 1_000, usual: mostListed }),
  pageToken: { type: 'string', description: "The `pageToken` of the page before's `Link`." },
} as const;

export const listQuerySchema = partialObject({ properties: listParameters });

/** One page of a list. */
export type Page<T> = { results: T[]; pagination: { done: boolean; nextPageToken?: string } };
