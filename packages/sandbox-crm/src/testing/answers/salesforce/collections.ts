import { either, exactly, listOf, orNull } from '../schema.ts';
import { itemError } from './errors.ts';
import { row } from './rows.ts';
import { no, recordId, yes } from './values.ts';

const failed = exactly({ success: no, errors: listOf(itemError, 1) });
const written = exactly({ id: recordId, success: yes, errors: { type: 'array', maxItems: 0 } });
/** A result for each record in order, under a 200 whatever became of them (Providers §1.3). */
export const changedCollection = listOf(either(written, failed), 1);
/** As long as the list of ids, with null for a record that is not there. */
export const readCollection = listOf(orNull(row));
