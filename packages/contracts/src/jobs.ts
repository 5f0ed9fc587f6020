/** A job is a wake-up: it names a lane and carries nothing else (Architecture). */
export type WakeLane = { laneId: string };

/** The queues that hold wake-ups; each kind has one for lanes that fail or hang, with slots of its own. */
export const laneQueues = {
  provider: { usual: 'provider-lanes', troubled: 'provider-lanes-troubled' },
  destination: { usual: 'destination-lanes', troubled: 'destination-lanes-troubled' },
} as const;

export type LaneKind = keyof typeof laneQueues;
