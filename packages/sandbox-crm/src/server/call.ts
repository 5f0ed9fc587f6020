import type { IncomingHttpHeaders } from 'node:http';
import type { Account } from '../accounts/account.ts';
import type { ItemFault } from '../faults/fault.ts';
import type { Change } from '../records/record-store.ts';

/** One request to a provider double, as its handlers see it. */
export type Call = {
  readonly method: string;
  /** The whole path, without the query. */
  readonly path: string;
  /** The decoded segments behind the provider's prefix. */
  readonly segments: readonly string[];
  readonly query: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
  readonly account: Account;
  /** What the call has changed so far; handlers add to it, a rollback takes from it. */
  readonly changes: Change[];
  readonly itemFault?: ItemFault | undefined;
};

/** An answer: `json` is serialised, `text` goes out as it is, neither means an empty body. */
export type Reply = {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly json?: unknown;
  readonly text?: string;
};
