/** Schema of one page of a list (Contract §4.7): `results`, and how to ask for the next page. */
export const pageOf = <const Item>(name: string, item: Item) =>
  ({
    $id: name,
    type: 'object',
    additionalProperties: false,
    required: ['results', 'pagination'],
    properties: {
      results: {
        type: 'array',
        items: item,
        description:
          'The entries of this page: may be fewer than asked for, or none, although more follow; go by `done`.',
      },
      pagination: {
        type: 'object',
        additionalProperties: false,
        required: ['done'],
        description: 'Whether there is more.',
        properties: {
          done: { type: 'boolean', description: 'True on the last page.' },
          nextPageToken: {
            type: 'string',
            description: 'Give it as `pageToken` to get the next page.',
          },
        },
      },
    },
  }) as const;

/** One page of a list. */
export type Page<T> = { results: T[]; pagination: { done: boolean; nextPageToken?: string } };
