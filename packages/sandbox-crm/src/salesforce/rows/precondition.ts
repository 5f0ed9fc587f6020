import type { IncomingHttpHeaders } from 'node:http';
import type { StoredRecord } from '../../records/record-store.ts';
import { refusal } from '../salesforce-error.ts';

/** `If-Unmodified-Since` (Providers §1.5): 412 if the record changed later, by the second. */
export function checkPrecondition(headers: IncomingHttpHeaders, row: StoredRecord): void {
  const header = headers['if-unmodified-since'];
  if (header === undefined) return;
  if (Math.floor(row.updatedAtMs / 1_000) * 1_000 <= Date.parse(header)) return;
  throw refusal(412, 'PRECONDITION_FAILED', 'The record was changed after the moment in If-Unmodified-Since');
}
