import type { IncomingHttpHeaders } from 'node:http';
import type { Account } from '../accounts/account.ts';
import type { ItemFault } from '../faults/fault.ts';
import type { Change } from '../records/record-store.ts';
import type { Reply } from './call.ts';

/** A request as it reached the server. */
export type Arrival = {
  readonly method: string;
  readonly path: string;
  readonly segments: readonly string[];
  readonly query: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
};

/** A request whose account is known, as far as it can be, and which waits to be handled. */
export type Visit = {
  readonly account: Account | undefined;
  /** Does the work at once and answers; adds to `changes` what it changed. */
  readonly handle: (changes: Change[], itemFault: ItemFault | undefined) => Reply;
};

/** A provider double, seen from the server. */
export type Door = (arrival: Arrival) => Visit;

/** The token of an `Authorization: Bearer …` header, undefined when there is none. */
export function bearerToken(headers: IncomingHttpHeaders): string | undefined {
  const header = headers.authorization;
  if (header === undefined || header.length < 8 || header.slice(0, 7).toLowerCase() !== 'bearer ')
    return undefined;
  return header.slice(7).trim();
}
