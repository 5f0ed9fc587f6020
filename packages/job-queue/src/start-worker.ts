import { errorFields, type Logger } from '@writ/service-kit';
import type { Backend, OnTold } from './backend.ts';
import { within } from './within.ts';

export type LaneHandler = (laneId: string) => Promise<unknown>;
export type QueueWorker = {
  /** How many wake-ups it takes at once from now on, at least one; the others stay in the queue, for every process. */
  setSlots(slots: number): void;
  close(): Promise<void>;
};

const closeLimitMs = 5_000;

/**
 * Runs the handler for each wake-up. A timer does not run it itself but wakes the lane, so that the run it asks for
 * joins those asked for otherwise, and a handler that sets the next timer does not meet its own one.
 */
export async function startWorker(options: {
  backend: Backend;
  handler: LaneHandler;
  /** Is told when the timer was due. */
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
    ({ name, data: { laneId }, timestamp, opts: { delay = 0 } }) =>
      run(laneId, name === 'timer' ? (id) => onTimer(id, timestamp + delay) : handler),
    slots,
    onTold,
  );
  let closed: Promise<void> | undefined;
  const close = async (): Promise<void> => {
    const graceful = worker.close(!worker.isConnected());
    while (running.size > 0) await Promise.allSettled(running);
    // Should the connection break just now, BullMQ would wait for it; nothing of ours is left to wait for.
    await within(closeLimitMs, 'Closing a worker', graceful).catch((error: unknown) =>
      logger.warn('A worker was not closed cleanly', errorFields(error)),
    );
    worker.release?.();
  };
  return { setSlots: (count) => worker.setSlots(count), close: () => (closed ??= close()) };
}
