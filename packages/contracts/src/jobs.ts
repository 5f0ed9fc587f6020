/** A job wakes a lane and carries nothing else. */
export type WakeLane = { laneId: string };

/** Each kind has a second queue, with its own slots, for lanes that fail or hang. */
export const laneQueues = {
  provider: { usual: 'provider-lanes', troubled: 'provider-lanes-troubled' },
  destination: { usual: 'destination-lanes', troubled: 'destination-lanes-troubled' },
} as const;

export type LaneKind = keyof typeof laneQueues;
