import { setTimeout as delay } from 'node:timers/promises';
import type { Experiment } from '../../experiment.ts';
import { deliverTo } from '../../ground/deliver-to.ts';
import { collectDeliveries, hookOf, waitDelivered } from '../../history/collect-deliveries.ts';
import { sendEvents } from '../../load/publish-events.ts';
import { range } from '../../load/send-writes.ts';
import {
  allTaken,
  lastDeliveredWithin,
  nothingStuck,
  nothingUndelivered,
  oneIdPerDelivery,
  onlyInFlightRepeated,
  repeatedAtMost,
} from '../../rules/deliveries.ts';
import { faultsAtLeast } from '../../rules/faults.ts';
import { deliveryGround, killNotification } from './kill-notification.ts';

/** Each so long after the service is back: at times while the backlog drains, at times when it has. */
const kills = { times: 5, leastMs: 4_000, mostMs: 12_000 };
const destinations = 4;
const endLimitMs = 60_000;
const lastLimitMs = 10_000;

/** F10: the notification service is killed again and again while events come by Kafka. */
export const f10KillNotification: Experiment = {
  summary: 'kill -9 the notification service 5 times while events on Kafka go to 4 destinations',
  unit: 'events',
  usualN: 5_000,
  ground: deliveryGround,
  act: async (run) => {
    const { ground, n, random } = run;
    const urls = range(0, destinations).map((place) => hookOf(ground.receiver.url, place));
    await deliverTo(ground.project, { urls });
    const perSecond = (n * 1000) / (kills.times * kills.mostMs);
    const killing = async (): Promise<void> => {
      for (let time = 0; time < kills.times; time += 1) {
        await delay(random.integer(kills.leastMs, kills.mostMs));
        await killNotification(run);
      }
    };
    await Promise.all([sendEvents(run, { numbers: range(0, n), perSecond }), killing()]);
    await waitDelivered(run, n * destinations, endLimitMs);
  },
  collect: collectDeliveries,
  judge: (history, n) => [
    faultsAtLeast(history, kills.times),
    allTaken(history, n),
    nothingUndelivered(history, destinations),
    nothingStuck(history),
    oneIdPerDelivery(history),
    onlyInFlightRepeated(history),
    repeatedAtMost(history, 0.01),
    lastDeliveredWithin(history, lastLimitMs),
  ],
};
