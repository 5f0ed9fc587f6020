import { setTimeout as delay } from 'node:timers/promises';
import type { Experiment, Run } from '../../experiment.ts';
import { startListener, type Listener } from '../../ground/start-listener.ts';
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
  orderTold,
} from '../../rules/deliveries.ts';
import { faultsAtLeast } from '../../rules/faults.ts';
import { deliveryGround, killNotification, noteInFlight } from './kill-notification.ts';

const perSecond = 10;
/** It hands over one after the other: so one is mostly in its hands, and what gathered goes away in time. */
const receiverMs = 20;
/** Parts of the time in which events come. At the usual size the first sleep is longer than a lease. */
const sleeps = [1 / 3, 1 / 20];
const away = 1 / 20;
const longestPause = 1 / 30;
/** What it had in hand when it was killed comes again when its lease is over. */
const endLimitMs = 120_000;
const lastLimitMs = 75_000;

/** F26: `writ listen` sleeps and is killed, and so is the service, while events come steadily. */
export const f26Listen: Experiment = {
  summary: 'stop and kill -9 a writ listen, and kill -9 the notification service, while events come',
  unit: 'events',
  usualN: 2_000,
  ground: deliveryGround,
  act: async (run) => {
    const { ground, n, random } = run;
    ground.receiver.answerAlways({ status: 200, delayMs: receiverMs });
    const listener = await startListener(run, hookOf(ground.receiver.url, 0));
    const allMs = (n / perSecond) * 1000;
    const pause = () => delay(random.integer(0, Math.round(allMs * longestPause)));
    const breaking = async (): Promise<void> => {
      for (const sleep of sleeps) {
        await pause();
        await haveSlept(run, listener, allMs * sleep);
        // While it hands over what gathered.
        await delay(receiverMs);
        await haveKilled(run, listener, allMs * away);
        await pause();
        await killNotification(run);
      }
    };
    await Promise.all([postEvents(run, { numbers: range(0, n), perSecond }), breaking()]);
    await waitDelivered(run, n, endLimitMs);
  },
  collect: collectDeliveries,
  judge: (history, n) => [
    faultsAtLeast(history, 3 * sleeps.length),
    allTaken(history, n),
    nothingUndelivered(history, 1),
    nothingStuck(history),
    oneIdPerDelivery(history),
    onlyInFlightRepeated(history),
    orderTold(history),
    lastDeliveredWithin(history, lastLimitMs),
  ],
};

const target = 'writ listen';

async function haveSlept(run: Run, listener: Listener, ms: number): Promise<void> {
  const { record, tell } = run;
  listener.sleep();
  record({ kind: 'fault', atMs: Date.now(), what: 'sleep', target });
  await noteInFlight(run);
  await delay(ms);
  // What was on its way to it when it fell asleep, too.
  await noteInFlight(run);
  listener.wake();
  record({ kind: 'mended', atMs: Date.now(), what: 'sleep', target });
  tell(`${target} slept for ${Math.round(ms)} ms.`);
}

async function haveKilled(run: Run, listener: Listener, ms: number): Promise<void> {
  const { record, tell } = run;
  await listener.kill();
  record({ kind: 'fault', atMs: Date.now(), what: 'kill', target });
  await noteInFlight(run);
  await delay(ms);
  await listener.startAgain();
  record({ kind: 'mended', atMs: Date.now(), what: 'kill', target });
  tell(`${target} was killed, and ran again after ${Math.round(ms)} ms.`);
}
