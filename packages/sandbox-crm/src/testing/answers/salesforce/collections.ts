import { either, exactly, flag, listOf, orNull } from '../schema.ts';
import { itemError } from './errors.ts';
import { row } from './rows.ts';
import { no, recordId, yes } from './values.ts';

/** One that failed has no id, but for a delete, which was told it. */
const failed = exactly({ success: no, errors: listOf(itemError, 1) }, { id: recordId });
const written = exactly({ id: recordId, success: yes, errors: { type: 'array', maxItems: 0 } });
const upserted = exactly({
  id: recordId,
  success: yes,
  errors: { type: 'array', maxItems: 0 },
  created: flag,
});

/** A result for each record in order, under a 200 whatever became of them (Providers §1.3). */
export const changedCollection = listOf(either(written, failed), 1);
export const upsertedCollection = listOf(either(upserted, failed), 1);
/** As long as the list of ids, with null for a record that is not there. */
export const readCollection = listOf(orNull(row));
