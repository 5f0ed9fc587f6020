export type PublishTask = {
  brokers: readonly string[];
  projectId: string;
  count: number;
  perSecond?: number;
};

export type PublishResult = {
  eventIds: string[];
  /** When the first event should have left, in milliseconds since 1970. */
  startedAtMs: number;
  /** When the broker had acknowledged the last one. */
  endedAtMs: number;
};
