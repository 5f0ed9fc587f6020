import { searchedPageOf } from '../page.ts';
import { closedObject } from '../schema.ts';
import { operationSchema } from './operation.ts';
import { text } from '../fields.ts';

const { results, pagination } = searchedPageOf('OperationPage', operationSchema).properties;

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
    version: text('Version of the operations in `shownIds`; send it as `shownVersion`.'),
    pagination,
  },
});
