/**
 * Wake-ups of lanes. Everything in the queue is a hint: it may be lost or repeated at any moment, because what there
 * is to do stands in Postgres (Architecture). So a caller counts a rejected enqueue, and carries on.
 */
export type JobQueue = {
  /** Asks for one run of the lane's handler: at most one is active and one waiting, however often it is asked for. */
  wake(laneId: string): Promise<void>;
  /** Asks for a run after `delayMs`. A lane has one timer: the earliest wins. A timer does not hold back `wake`. */
  wakeAfter(laneId: string, delayMs: number): Promise<void>;
  /** As `wake`, but under an id of its own, so that nothing which clings to the usual one can stand in its way. */
  sweepWake(laneId: string): Promise<void>;
  /** Runs `handler` for each wake-up, up to `slots` at a time. `close` waits for the runs under way. */
  work(handler: LaneHandler, options: { slots: number }): Promise<QueueWorker>;
  /** Resolves when the backend answers, rejects when it does not within a second. */
  check(): Promise<void>;
  /** Closes the workers that are still open, then the queue. */
  close(): Promise<void>;
};

export type LaneHandler = (laneId: string) => Promise<void>;
export type QueueWorker = { close(): Promise<void> };
