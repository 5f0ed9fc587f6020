import type { IncomingHttpHeaders } from 'node:http';
import type { StoredRecord } from '../../records/record-store.ts';
import { refusal } from '../salesforce-error.ts';

/** `If-Unmodified-Since` (Providers §1.5): 412 when the record changed later, by the second, and 400 for no date. */
export function checkPrecondition(headers: IncomingHttpHeaders, row: StoredRecord): void {
  const header = headers['if-unmodified-since'];
  if (header === undefined) return;
  const momentMs = Date.parse(header);
  if (Number.isNaN(momentMs))
    throw refusal(400, 'INVALID_HEADER', `If-Unmodified-Since is no HTTP date: ${header}`);
  if (Math.floor(row.updatedAtMs / 1_000) * 1_000 <= momentMs) return;
  throw refusal(412, 'PRECONDITION_FAILED', 'The record was changed after the moment in If-Unmodified-Since');
}
