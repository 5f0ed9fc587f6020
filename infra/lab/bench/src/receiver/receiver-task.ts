import type { LatencySummary } from '../measure/latencies.ts';

/** What a receiver of webhooks is told to do. */
export type ReceiverTask =
  /** Listens on a free port; the result's `url` is its address. */
  | { do: 'listen' }
  /**
   * Answers after a while; below the paths that stand apart are receivers of which nothing is told: when they are to fail,
   * the first never answers, and the others answer 500 to one request of ten.
   */
  | { do: 'behave'; delayMs?: number; apart?: readonly string[]; fail?: boolean }
  /** Forgets what came so far. */
  | { do: 'forget' }
  | { do: 'count' }
  /** Looks at all that came: each body must be an event of ours, with its `id` and `time`. */
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
