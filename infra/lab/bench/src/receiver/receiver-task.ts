import type { LatencySummary } from '../measure/latencies.ts';

export type ReceiverTask =
  | { do: 'listen' }
  /**
   * Answers after `delayMs`. Requests to paths in `apart` are not recorded; with `fail` the first of them never
   * answers, and the others answer 500 to every tenth request.
   */
  | { do: 'behave'; delayMs?: number; apart?: readonly string[]; fail?: boolean }
  | { do: 'forget' }
  | { do: 'count' }
  /** Examines all requests; each body must be an event with `id` and `time`. */
  | { do: 'examine' };

export type ReceiverResult = {
  url: string;
  received: number;
  /** Of the last request, in milliseconds since 1970. */
  lastAtMs: number;
  examined?: Examined;
};

export type Examined = {
  eventIds: string[];
  /** Requests with a known `webhook-id`. */
  repeatedWebhookIds: number;
  /** From an event's `time` to its arrival. */
  latency: LatencySummary;
};
