import type { Runtime } from './runtime.ts';

/** Where the service is, who calls it, and how long a call may take. */
export type WritSettings = {
  /** Id or name of the project that every call is about. */
  project: string;
  /** Address of the management host, with `/v1`. */
  managementUrl: string;
  /** Address of the write host, with `/v1`; the same as the other one behind an edge that has both. */
  writeUrl: string;
  /** Longest wait for one answer, in milliseconds; 40,000 when absent, since a synchronous write may take 30 s. */
  attemptMs?: number;
  /** Longest time of a call with all its repetitions, in milliseconds; 120,000 when absent. */
  totalMs?: number;
  /** Longest time of a call while its host refuses connections or is not known, in milliseconds; `totalMs` when absent. */
  refusedMs?: number;
  /**
   * Longest time of a call while its host answers nothing, in milliseconds, but that a first try has all of its own;
   * 60,000 when absent.
   */
  silentMs?: number;
  /** What takes the place of `fetch`, time and randomness, in tests. */
  runtime?: Partial<Runtime>;
} & Credential;

/**
 * An API key; or a bearer token: a JSON Web Token or an administrator's; a function makes one for each try. Or, on pages of
 * the management host, the session of who is signed in there, which the browser sends by itself.
 */
type Credential =
  | { apiKey: string; token?: never; session?: never }
  | { token: string | (() => string | Promise<string>); apiKey?: never; session?: never }
  | { session: true; apiKey?: never; token?: never };

/** What one call may have of its own. */
export type CallOptions = {
  /** Ends the call, also while it waits for its next try. The call then throws the signal's reason. */
  signal?: AbortSignal;
  attemptMs?: number;
  totalMs?: number;
  refusedMs?: number;
  silentMs?: number;
  /** Headers to send beside ours, such as `If-Match` or `X-Request-Id`. */
  headers?: Readonly<Record<string, string>>;
};
