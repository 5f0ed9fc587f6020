import { setTimeout as sleep } from 'node:timers/promises';
import { createGroupCommit, isContentFault, passesBy, statementSpan } from '@writ/db';
import { inTraces } from '@writ/service-kit';
import type { LaneWork } from '../lane-work.ts';
import { statementsAtOnce, unitsPerStatement } from './lane-statements.ts';

/**
 * Without gathering here and before claims, 1,000 events of `publish` took 0.92 s of CPU, not 0.69 s, and
 * 1.60 s, not 1.05 s, to five destinations.
 */
const gatherMs = 15;
const retryMs = 100;

/**
 * Settles outcomes of all lanes together; resolves when stored.
 *
 * If the database is away or ended a deadlock, the outcome is retried while the process runs. That is safe
 * after the lease, since the attempt fences settlements, and bounded, since nothing can be claimed meanwhile.
 * @param isUrgent its lane holds few units, so it does not wait for busy lanes
 * @throws the database's error about the outcome itself
 */
export function createSettlements<Unit, Outcome>(
  work: Pick<LaneWork<Unit, Outcome>, 'kind' | 'settle' | 'tracesOf'>,
  onDue: (laneIds: readonly string[]) => void,
): (unit: Unit, outcome: Outcome, isUrgent: boolean) => Promise<void> {
  const commit = async (done: readonly { unit: Unit; outcome: Outcome }[]): Promise<undefined[]> => {
    const traces = done.flatMap(({ unit }) => work.tracesOf?.(unit) ?? []);
    onDue(await inTraces('settle', traces, statementSpan(`settle ${work.kind}`), () => work.settle(done)));
    return done.map(() => undefined);
  };
  const shared = { commit, isContentFault, maxItems: unitsPerStatement, concurrency: statementsAtOnce };
  const ofBusyLanes = createGroupCommit({ ...shared, gatherMs });
  const ofOthers = createGroupCommit(shared);
  return async (unit, outcome, isUrgent) => {
    const group = isUrgent ? ofOthers : ofBusyLanes;
    for (;;) {
      try {
        await group.add({ unit, outcome });
        return;
      } catch (error) {
        if (!passesBy(error)) throw error;
        await sleep(retryMs);
      }
    }
  };
}
