import type { IncomingHttpHeaders } from 'node:http';
import type { Account } from '../accounts/account.ts';
import type { ItemFault } from '../faults/fault.ts';
import type { ProviderName } from '../provider-name.ts';
import type { Change } from '../records/record-store.ts';

export type Arrival = {
  readonly method: string;
  /** The whole path, without the query. */
  readonly path: string;
  /** The decoded segments behind the provider's prefix. */
  readonly segments: readonly string[];
  readonly query: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
};

export type Call = Arrival & {
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

/** A request whose account is known, if it names one, and which waits to be handled. */
export type Visit = {
  readonly account: Account | undefined;
  readonly handle: (changes: Change[], itemFault: ItemFault | undefined) => Reply;
};

export type Door = (arrival: Arrival) => Visit;

/** An answer of the sandbox, for tests that watch it. */
export type GivenAnswer = {
  /** Absent if the request can't be read, so that it reached no provider. */
  readonly provider?: ProviderName;
  readonly method: string;
  /** Below the provider, decoded, without the query. */
  readonly path: string;
  readonly reply: Reply;
};

export const bearerToken = ({ authorization }: IncomingHttpHeaders): string | undefined =>
  /^bearer (.+)$/i.exec(authorization ?? '')?.[1]?.trim();
