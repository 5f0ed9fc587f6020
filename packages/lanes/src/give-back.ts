import { errorFields, type Logger } from '@writ/service-kit';
import type { LaneRun } from './lane-run.ts';
import type { LaneWork } from './lane-work.ts';
import type { LeaseKeeper } from './lease-keeper.ts';

/**
 * Gives back what was claimed in a lane and has no place yet, so that its next slice, of any process, finds it due. Never
 * throws: what cannot be given back is left to its lease.
 */
export const createGiveBack =
  <Unit, Outcome>({
    work,
    leases,
    logger,
  }: {
    work: Pick<LaneWork<Unit, Outcome>, 'release'>;
    leases: Pick<LeaseKeeper<Unit>, 'letGo'>;
    logger: Logger;
  }) =>
  async (lane: Pick<LaneRun<Unit>, 'waiting'>): Promise<void> => {
    // Taken at once: no unit may be begun once it is being given back.
    const units = lane.waiting.splice(0).map(({ unit }) => unit);
    if (units.length === 0) return;
    for (const unit of units) leases.letGo(unit);
    try {
      await work.release(units);
    } catch (error) {
      logger.warn('claimed units not given back; their leases will run out', {
        units: units.length,
        ...errorFields(error),
      });
    }
  };
