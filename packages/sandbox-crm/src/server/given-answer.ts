import type { Reply } from './call.ts';
import type { ProviderName } from '../provider-name.ts';

/** An answer of the sandbox itself, as whoever watches it is told of it. */
export type GivenAnswer = {
  /** Absent where the request can't be read, so that it reached no provider. */
  readonly provider?: ProviderName;
  readonly method: string;
  /** Below the provider, decoded, without the query. */
  readonly path: string;
  readonly reply: Reply;
};
