import type { LatencySummary } from '../measure/latencies.ts';

export type ReceiverTask =
  | { do: 'listen' }
  /**
   * Answers after `delayMs`. Requests to the paths `apart` are not recorded; with `fail` the first of these paths never
   * answers, and the others answer 500 to one request of ten.
   */
  | { do: 'behave'; delayMs?: number; apart?: readonly string[]; fail?: boolean }
  | { do: 'forget' }
  | { do: 'count' }
  /** Examines everything that came; each body must be an event with `id` and `time`. */
  | { do: 'examine' };

export type ReceiverResult = {
  url: string;
  received: number;
  /** When the last request came, in milliseconds since 1970. */
  lastAtMs: number;
  examined?: Examined;
};

export type Examined = {
  eventIds: string[];
  /** Requests whose `webhook-id` had come before. */
  repeatedWebhookIds: number;
  /** From an event's `time` to its arrival. */
  latency: LatencySummary;
};
