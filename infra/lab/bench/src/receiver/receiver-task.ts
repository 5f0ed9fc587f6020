import type { LatencySummary } from '../measure/latencies.ts';

/** What a receiver of webhooks is told to do. */
export type ReceiverTask =
  /** Listens on a free port; the result's `url` is its address. */
  | { do: 'listen' }
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
