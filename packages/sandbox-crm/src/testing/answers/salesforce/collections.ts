import { either, exactly, flag, listOf, orNull } from '../schema.ts';
import { itemError } from './errors.ts';
import { row } from './rows.ts';
import { no, recordId, yes } from './values.ts';

const failed = exactly({ success: no, errors: listOf(itemError, 1) });
const noErrors = { type: 'array', maxItems: 0 };
const written = exactly({ id: recordId, success: yes, errors: noErrors });
/** A result for each record in order, under a 200 whatever became of them (Providers §1.3). */
export const changedCollection = listOf(either(written, failed), 1);
/** As of other changes, with `created` for each record; one that failed says false. */
export const upsertedCollection = listOf(
  either(
    exactly({ id: recordId, success: yes, created: flag, errors: noErrors }),
    exactly({ success: no, created: no, errors: listOf(itemError, 1) }),
  ),
  1,
);
/** As long as the list of ids, with null for a record that is not there. */
export const readCollection = listOf(orNull(row));
