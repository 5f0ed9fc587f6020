import { searchedPageOf } from '../page.ts';
import { closedObject } from '../schema.ts';
import { operationSchema } from './operation.ts';

const { results, pagination } = searchedPageOf('OperationPage', operationSchema).properties;

/** A page of operations (Contract §4.7): says how far it has looked, and may be a count alone. */
export const operationPageSchema = closedObject({
  $id: 'OperationPage',
  optional: ['count', 'version'],
  properties: {
    results,
    count: {
      type: 'integer',
      minimum: 0,
      description:
        'With `countOnly` or `shownIds`: how many there are, at most `pageSize`; at least so many where `done` is false.',
    },
    version: {
      type: 'string',
      description: 'Stands for the operations of `shownIds` as they are told; to be sent as `shownVersion`.',
    },
    pagination,
  },
});
