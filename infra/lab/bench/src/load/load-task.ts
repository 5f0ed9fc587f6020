import type { LatencySummary } from '../measure/latencies.ts';

export type Pace =
  /** Each connection sends its next request when the last one is answered. */
  | { kind: 'closed'; seconds: number }
  | { kind: 'count'; count: number }
  /** A fixed rate, whatever the answers do; latency counts from the moment at which a request should have left. */
  | { kind: 'open'; perSecond: number; seconds: number };

export type LoadTask = {
  /** One for each process that answers; each body goes to each of them in turn. */
  urls: readonly string[];
  headers: Readonly<Record<string, string>>;
  /** 64, unless given. */
  connections?: number;
  /** Taken in turn; `{n}` in them becomes the request's number, `{time}` when it should have left. */
  bodies: readonly string[];
  /** Number of the first request; 0, unless given. */
  from?: number;
  pace: Pace;
  /** Gives each request an idempotency key of this and its number. */
  keyPrefix?: string;
  signWith?: string;
  keepOperationIds?: boolean;
};

export type LoadResult = {
  sent: number;
  succeeded: number;
  /** Counts of other ends, by status or error message. */
  failures: Record<string, number>;
  seconds: number;
  perSecond: number;
  latency: LatencySummary;
  operationIds: string[];
};
