import type { IncomingHttpHeaders } from 'node:http';
import type { CodeBook } from '../accounts/code-book.ts';
import type { TokenBook } from '../accounts/token-book.ts';

/** What the HubSpot double is built from. */
export type HubspotContext = {
  readonly tokens: TokenBook;
  readonly codes: CodeBook;
  readonly clock: { now(): number };
  readonly nextRecordNumber: () => number;
  readonly nextCorrelationId: () => string;
  /** Address of this double as the caller of these headers knows it, without a slash at the end. */
  readonly baseUrl: (headers: IncomingHttpHeaders) => string;
};
