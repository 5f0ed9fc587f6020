import { errorFields, startLoop, type Logger, type Rest } from '@writ/service-kit';
import type { Lease, LaneWork } from '../lane-work.ts';

const asOftenAfterFault = 10;

export type LeaseKeeper<Unit> = ReturnType<typeof createLeaseKeeper<Unit, unknown>>;

export function createLeaseKeeper<Unit, Outcome>(options: {
  work: Pick<LaneWork<Unit, Outcome>, 'renew'>;
  leaseMs: number;
  renewEveryMs: number;
  logger: Logger;
}) {
  const { work, leaseMs, renewEveryMs, logger } = options;
  const held = new Map<Unit, { endsAtMs: number; controller: AbortController }>();

  const renew = async (): Promise<Rest> => {
    const units = [...held.keys()];
    if (units.length === 0) return renewEveryMs;
    const askedAtMs = performance.now();
    const ours = await work.renew(units, leaseMs);
    for (const unit of units) {
      const hold = held.get(unit);
      if (!hold) continue;
      if (ours.has(unit)) hold.endsAtMs = askedAtMs + leaseMs;
      else hold.controller.abort(new Error('the lease was lost'));
    }
    return renewEveryMs;
  };

  /** If the database hangs, work must still stop in time. */
  const giveUpWhatRunsOut = (): void => {
    const nowMs = performance.now();
    for (const { endsAtMs, controller } of held.values()) {
      if (endsAtMs - nowMs < renewEveryMs / 2) controller.abort(new Error('the lease is running out'));
    }
  };

  const renewing = startLoop({
    step: renew,
    onFault: (error) => {
      logger.warn('leases not renewed', { units: held.size, ...errorFields(error) });
      return renewEveryMs / asOftenAfterFault;
    },
  });
  const watch = setInterval(giveUpWhatRunsOut, renewEveryMs / 5);

  return {
    /** `claimedAtMs`: before the claim, so that our view of the lease is never too long. */
    hold: (unit: Unit, claimedAtMs: number): Lease => {
      const controller = new AbortController();
      const hold = { endsAtMs: claimedAtMs + leaseMs, controller };
      held.set(unit, hold);
      return {
        signal: controller.signal,
        remainingMs: () => hold.endsAtMs - performance.now(),
        heldMs: () => performance.now() - claimedAtMs,
      };
    },
    release: (unit: Unit): void => void held.delete(unit),
    giveUp: (): void => {
      for (const { controller } of held.values()) controller.abort(new Error('the process stops'));
    },
    close: (): Promise<void> => {
      clearInterval(watch);
      return renewing.close();
    },
  };
}
