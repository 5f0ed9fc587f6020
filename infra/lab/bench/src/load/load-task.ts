import type { LatencySummary } from '../measure/latencies.ts';

export type Pace =
  /** Each connection waits for an answer before its next request. */
  | { kind: 'closed'; seconds: number }
  | { kind: 'count'; count: number }
  /** A fixed rate; latency counts from when a request should have left. */
  | { kind: 'open'; perSecond: number; seconds: number };

export type LoadTask = {
  /** One per process; each body goes to each in turn. */
  urls: readonly string[];
  headers: Readonly<Record<string, string>>;
  /** 64 by default. */
  connections?: number;
  /** Taken in turn; `{n}` becomes the request's number, `{time}` when it should have left. */
  bodies: readonly string[];
  /** Of the first request; 0 by default. */
  from?: number;
  pace: Pace;
  /** Idempotency keys are this and the number. */
  keyPrefix?: string;
  signWith?: string;
  keepOperationIds?: boolean;
};

export type LoadResult = {
  sent: number;
  succeeded: number;
  /** By status or error message. */
  failures: Record<string, number>;
  seconds: number;
  perSecond: number;
  latency: LatencySummary;
  operationIds: string[];
};
