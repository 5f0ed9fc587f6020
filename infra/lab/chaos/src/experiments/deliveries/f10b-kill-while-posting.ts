import { eventually } from '@writ/test-kit';
import type { Experiment, Run } from '../../experiment.ts';
import { deliverTo } from '../../ground/deliver-to.ts';
import { collectDeliveries, hookOf, waitDelivered } from '../../history/collect-deliveries.ts';
import { postEvents } from '../../load/publish-events.ts';
import { range } from '../../load/send-writes.ts';
import {
  allTaken,
  lastDeliveredWithin,
  nothingStuck,
  nothingUndelivered,
  oneIdPerDelivery,
  onlyInFlightRepeated,
} from '../../rules/deliveries.ts';
import { faultsAtLeast } from '../../rules/faults.ts';
import { deliveryGround, killNotification } from './kill-notification.ts';

const endLimitMs = 60_000;
const lastLimitMs = 10_000;

/** F10b: the notification service is killed while many publish over HTTP; what was cut off is published again. */
export const f10bKillWhilePosting: Experiment = {
  summary: 'kill -9 the notification service in the middle of events that 64 publishers post, and post again',
  unit: 'events, one a request',
  usualN: 20_000,
  ground: deliveryGround,
  act: async (run) => {
    const { ground, n } = run;
    await deliverTo(ground.project, { urls: [hookOf(ground.receiver.url, 0)] });
    const counted = countingTaken(run);
    const killing = async (): Promise<void> => {
      await eventually(() => counted.taken() >= n / 2, { withinMs: 300_000 });
      await killNotification(run);
    };
    await Promise.all([postEvents(counted.run, { numbers: range(0, n) }), killing()]);
    await waitDelivered(run, n, endLimitMs);
  },
  collect: collectDeliveries,
  judge: (history, n) => [
    faultsAtLeast(history, 1),
    allTaken(history, n),
    nothingUndelivered(history, 1),
    nothingStuck(history),
    oneIdPerDelivery(history),
    onlyInFlightRepeated(history),
    lastDeliveredWithin(history, lastLimitMs),
  ],
};

/** The run, and how many events were accepted in it so far. */
function countingTaken(run: Run): { run: Run; taken: () => number } {
  let taken = 0;
  const record: Run['record'] = (entry) => {
    taken += entry.kind === 'taken' ? 1 : 0;
    run.record(entry);
  };
  return { run: { ...run, record }, taken: () => taken };
}
