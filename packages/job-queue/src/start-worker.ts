import { errorFields, type Logger } from '@writ/service-kit';
import type { Backend, OnTold } from './backend.ts';
import { within } from './within.ts';

export type LaneHandler = (laneId: string) => Promise<unknown>;
export type QueueWorker = {
  /** Concurrent wake-ups, at least one; the rest stay in the queue for all processes. */
  setSlots(slots: number): void;
  close(): Promise<void>;
};

const closeLimitMs = 5_000;

/**
 * Runs the handler for each wake-up. A timer only wakes the lane: its run joins others, and a handler may set
 * the next timer.
 */
export async function startWorker(options: {
  backend: Backend;
  handler: LaneHandler;
  /** Receives the time of the timer. */
  onTimer: (laneId: string, dueAtMs: number) => Promise<unknown>;
  slots: number;
  onTold: OnTold | undefined;
  logger: Logger;
}): Promise<QueueWorker> {
  const { backend, handler, onTimer, slots, onTold, logger } = options;
  const running = new Set<Promise<unknown>>();

  const run = async (laneId: string, act: LaneHandler): Promise<void> => {
    const acting = act(laneId);
    running.add(acting);
    try {
      await acting;
    } catch (error) {
      logger.warn('A wake-up failed', { laneId, ...errorFields(error) });
      throw error;
    } finally {
      running.delete(acting);
    }
  };

  const worker = await backend.startWorker(
    async ({ name, data: { laneId }, timestamp, opts: { delay = 0 } }) => {
      if (name === 'probe') return;
      await run(laneId, name === 'timer' ? (id) => onTimer(id, timestamp + delay) : handler);
    },
    slots,
    onTold,
  );
  let closed: Promise<void> | undefined;
  const close = async (): Promise<void> => {
    const graceful = worker.close(!worker.isConnected());
    while (running.size > 0) await Promise.allSettled(running);
    // If the connection broke now, BullMQ would wait for it; no run of ours is left.
    await within(closeLimitMs, 'Closing a worker', graceful).catch((error: unknown) =>
      logger.warn('A worker was not closed cleanly', errorFields(error)),
    );
    worker.release?.();
  };
  return { setSlots: (count) => worker.setSlots(count), close: () => (closed ??= close()) };
}
