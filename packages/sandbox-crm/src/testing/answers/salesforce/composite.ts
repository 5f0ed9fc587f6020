import { either, exactly, listOf, matching } from '../schema.ts';
import type { Schema } from '../schema.ts';
import { changedCollection, readCollection, upsertedCollection } from './collections.ts';
import { described, objectBasics, objectList } from './describe.ts';
import { errorList } from './errors.ts';
import { limits, resources } from './limits.ts';
import { queryResult } from './query.ts';
import { createdRow, row, upsertedRow } from './rows.ts';
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
      part({ enum: [200] }, either(row, upsertedRow, queryResult, changedCollection, upsertedCollection)),
      part({ enum: [200] }, either(readCollection, described, objectBasics, objectList, limits, resources)),
      part({ enum: [201] }, either(createdRow, upsertedRow)),
      part({ enum: [204] }, { type: 'null' }),
      part({ type: 'integer', minimum: 400, maximum: 599 }, errorList()),
    ),
    1,
  ),
});
