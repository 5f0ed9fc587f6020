import type { JobQueue } from '@writ/job-queue';
import { errorFields, type Logger } from '@writ/service-kit';

export type LaneWaker = ReturnType<typeof createLaneWaker>;

const notifyEveryMs = 5;

/**
 * Wakes lanes after the commit. Each lane has one enqueue in progress; wakes meanwhile become one more, so a
 * busy lane costs the queue no more than it can answer.
 */
export function createLaneWaker(options: {
  queue: Pick<JobQueue, 'wake' | 'tell'>;
  /** Reports work to a slice of this process. */
  poke?: (laneId: string) => boolean;
  logger: Logger;
  onFailure: () => void;
}) {
  const underWay = new Map<string, Promise<void>>();
  const again = new Set<string>();

  const toNotify = new Set<string>();
  let notifiedAtMs = -Infinity;
  const notify = (laneId: string): void => {
    if (toNotify.size === 0)
      setTimeout(notifyAll, Math.max(0, notifiedAtMs + notifyEveryMs - performance.now())).unref();
    toNotify.add(laneId);
  };
  const notifyAll = (): void => {
    const laneIds = [...toNotify];
    toNotify.clear();
    notifiedAtMs = performance.now();
    // The slice's end finds lost news.
    options.queue.tell(laneIds).catch(() => undefined);
  };

  const enqueue = async (laneId: string): Promise<void> => {
    do {
      again.delete(laneId);
      try {
        // A running slice may take the work.
        if (!(await options.queue.wake(laneId))) notify(laneId);
      } catch (error) {
        options.onFailure();
        options.logger.debug('lane not woken; the sweep will', { laneId, ...errorFields(error) });
      }
    } while (again.has(laneId));
    underWay.delete(laneId);
  };

  const enqueueOnce = (laneId: string): void => {
    if (underWay.has(laneId)) again.add(laneId);
    else underWay.set(laneId, enqueue(laneId));
  };

  return {
    /**
     * Never waits or throws: the sweep recovers what is lost.
     * @param wereDue the lanes were due and woken before: notify only processes with a slice
     */
    wake: (laneIds: Iterable<string>, { wereDue = false } = {}): void => {
      for (const laneId of laneIds) if (!options.poke?.(laneId)) (wereDue ? notify : enqueueOnce)(laneId);
    },
    idle: async (): Promise<void> => {
      await Promise.all(underWay.values());
    },
  };
}
