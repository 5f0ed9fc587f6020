import { either, exactly, listOf, matching, type Schema } from '../schema.ts';
import { changedCollection, readCollection, upsertedCollection } from './collections.ts';
import { described } from './describe.ts';
import { errorList } from './errors.ts';
import { queryResult } from './query.ts';
import { createdRow, matchingRows, row, upsertedRow } from './rows.ts';
import { dataPath } from './values.ts';

const referenceId = matching('^[A-Za-z][A-Za-z0-9_]*$');

const collections = [changedCollection, upsertedCollection, readCollection];

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
      part({ enum: [200] }, either(row, queryResult, described, upsertedRow, ...collections)),
      part({ enum: [201] }, either(createdRow, upsertedRow)),
      part({ enum: [204] }, { type: 'null' }),
      part({ enum: [300] }, matchingRows),
      part({ type: 'integer', minimum: 400, maximum: 599 }, errorList()),
    ),
    1,
  ),
});
