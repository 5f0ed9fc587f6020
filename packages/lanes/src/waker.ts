import type { JobQueue } from '@writ/job-queue';
import { errorFields, type Logger } from '@writ/service-kit';

/** Wakes lanes after the commit that gave them work. */
export type LaneWaker = ReturnType<typeof createLaneWaker>;

/** Who has a slice of lanes is told of them together, so often at most. */
const tellEveryMs = 5;

/**
 * At most one enqueue is under way for each lane; wakes that arrive meanwhile become one more after it. So a lane
 * that gets a thousand writes a second costs the queue no more than it can answer.
 */
export function createLaneWaker(options: {
  queue: Pick<JobQueue, 'wake' | 'tell'>;
  /** Tells lanes that have their slice in this very process; what it takes need not go through the queue. */
  poke?: (laneId: string) => boolean;
  logger: Logger;
  onFailure: () => void;
}) {
  const underWay = new Map<string, Promise<void>>();
  const again = new Set<string>();

  const toTell = new Set<string>();
  let toldAtMs = -Infinity;
  const tell = (laneId: string): void => {
    if (toTell.size === 0)
      setTimeout(tellAll, Math.max(0, toldAtMs + tellEveryMs - performance.now())).unref();
    toTell.add(laneId);
  };
  const tellAll = (): void => {
    const laneIds = [...toTell];
    toTell.clear();
    toldAtMs = performance.now();
    // What nobody hears of is seen when the slice ends.
    options.queue.tell(laneIds).catch(() => undefined);
  };

  const enqueue = async (laneId: string): Promise<void> => {
    do {
      again.delete(laneId);
      try {
        // Whoever has its slice need not end that first.
        if (!(await options.queue.wake(laneId))) tell(laneId);
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
     * Returns at once and never throws: what is lost is healed by the sweep.
     *
     * @param wereDue the lanes already had due work and were woken for it: notify only the processes that have a slice of one
     */
    wake: (laneIds: Iterable<string>, { wereDue = false } = {}): void => {
      for (const laneId of laneIds) if (!options.poke?.(laneId)) (wereDue ? tell : enqueueOnce)(laneId);
    },
    /** Resolves when no enqueue is under way. */
    idle: async (): Promise<void> => {
      await Promise.all(underWay.values());
    },
  };
}
