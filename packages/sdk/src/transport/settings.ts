import type { Runtime } from './runtime.ts';

/** Limits of time of a call, in milliseconds. */
type Limits = {
  /** Longest wait for one answer; default 40,000, since a synchronous write may take 30 s. */
  attemptMs?: number;
  /** Longest time of a call with its repetitions; default 120,000. */
  totalMs?: number;
  /** Longest time of a call while its host refuses connections or has an unknown name; default `totalMs`. */
  refusedMs?: number;
  /** Longest time of a call while its host does not answer, after a whole first attempt; default 60,000. */
  silentMs?: number;
};

/** Where the service is, who calls it, and how long a call may take. */
export type WritSettings = Limits &
  Credential & {
    /** Id or name of the project. */
    project: string;
    /** Address of the management host, with `/v1`. */
    managementUrl: string;
    /** Address of the write host, with `/v1`; behind an edge with both hosts the same as `managementUrl`. */
    writeUrl: string;
    /** Replaces `fetch`, time and randomness in tests. */
    runtime?: Partial<Runtime>;
  };

/**
 * An API key; or a bearer token (a JSON Web Token or an administrator's), where a function returns one for each attempt; or
 * the session of a page of the management host, which the browser sends.
 */
type Credential =
  | { apiKey: string; token?: never; session?: never }
  | { token: string | (() => string | Promise<string>); apiKey?: never; session?: never }
  | { session: true; apiKey?: never; token?: never };

/** Options of one call. */
export type CallOptions = Limits & {
  /** Ends the call, also between attempts. The call then throws the signal's reason. */
  signal?: AbortSignal;
  /** More headers, such as `If-Match` or `X-Request-Id`. */
  headers?: Readonly<Record<string, string>>;
};
