import type { Runtime } from './runtime.ts';

/** In milliseconds. */
type Limits = {
  /** For one answer; default 40,000, since a synchronous write may take 30 s. */
  attemptMs?: number;
  /** For a call with its repetitions; default 120,000. */
  totalMs?: number;
  /** While the host refuses connections or has an unknown name; default `totalMs`. */
  refusedMs?: number;
  /** While the host does not answer, after a whole first attempt; default 60,000. */
  silentMs?: number;
};

export type WritSettings = Limits &
  Credential & {
    /** Id or name. */
    project: string;
    /** With `/v1`. */
    managementUrl: string;
    /** With `/v1`; may be the same as `managementUrl`. */
    writeUrl: string;
    /** For tests. */
    runtime?: Partial<Runtime>;
  };

/**
 * An API key, a bearer token (a function returns one per attempt), or the session of a page of the management
 * host.
 */
type Credential =
  | { apiKey: string; token?: never; session?: never }
  | { token: string | (() => string | Promise<string>); apiKey?: never; session?: never }
  | { session: true; apiKey?: never; token?: never };

export type CallOptions = Limits & {
  /** Ends the call, also between attempts, with its reason. */
  signal?: AbortSignal;
  /** Such as `If-Match` or `X-Request-Id`. */
  headers?: Readonly<Record<string, string>>;
};
