import type { LatencySummary } from '../measure/latencies.ts';

export type ReceiverTask =
  /** Listens on a free port; the result's `url` is its address. */
  | { do: 'listen' }
  /**
   * Answers after `delayMs`. Requests to the paths `apart` are not recorded; with `fail` the first of these paths never
   * answers, and the others answer 500 to one request of ten.
   */
  | { do: 'behave'; delayMs?: number; apart?: readonly string[]; fail?: boolean }
  /** Forgets what came so far. */
  | { do: 'forget' }
  | { do: 'count' }
  /** Examines everything that came; each body must be an event with `id` and `time`. */
  | { do: 'examine' };

export type ReceiverResult = {
  url: string;
  received: number;
  /** When the last request came, in milliseconds since 1970. */
  lastAtMs: number;
  /** Only after `examine`. */
  examined?: Examined;
};

export type Examined = {
  eventIds: string[];
  /** Requests whose `webhook-id` had come before. */
  repeatedWebhookIds: number;
  /** From an event's `time` to its arrival. */
  latency: LatencySummary;
};
