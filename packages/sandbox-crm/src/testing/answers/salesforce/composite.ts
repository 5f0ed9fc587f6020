import { either, exactly, listOf, matching, type Schema } from '../schema.ts';
import { changedCollection, readCollection } from './collections.ts';
import { described } from './describe.ts';
import { errorList } from './errors.ts';
import { queryResult } from './query.ts';
import { createdRow, row } from './rows.ts';
import { dataPath } from './values.ts';

const referenceId = matching('^[A-Za-z][A-Za-z0-9_]*$');

const part = (statuses: Schema, body: Schema): Schema =>
  exactly({
    body,
    httpHeaders: exactly({}, { Location: matching(`${dataPath}/`) }),
    httpStatusCode: statuses,
    referenceId,
  });

/** One answer for each subrequest, in order; one that failed has a list of errors (Providers §1.2). */
export const compositeResult = exactly({
  compositeResponse: listOf(
    either(
      part({ enum: [200] }, either(row, queryResult, changedCollection, readCollection, described)),
      part({ enum: [201] }, createdRow),
      part({ enum: [204] }, { type: 'null' }),
      part({ type: 'integer', minimum: 400, maximum: 599 }, errorList()),
    ),
    1,
  ),
});
