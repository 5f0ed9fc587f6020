import { count, exactly, listOf } from '../schema.ts';
import { row } from './rows.ts';
import { yes } from './values.ts';

/** All records in one answer: there is no second page. */
export const queryResult = exactly({ totalSize: count, done: yes, records: listOf(row) });
