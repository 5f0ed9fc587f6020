/** Lifecycle events to publish, as a system beside the services would. */
export type PublishTask = {
  brokers: readonly string[];
  projectId: string;
  count: number;
  /** At this rate, whatever the broker does; without it, all at once. */
  perSecond?: number;
};

export type PublishResult = {
  eventIds: string[];
  /** When the first event should have left, in milliseconds since 1970. */
  startedAtMs: number;
  /** When the broker had acknowledged the last one. */
  endedAtMs: number;
};
