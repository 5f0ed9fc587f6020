import { setTimeout as delay } from 'node:timers/promises';
import { join } from 'node:path';
import { publishedType } from '@writ/stack';
import { startProcess, type TestProcess } from '@writ/test-kit';
import { range } from '@writ/test-kit/laboratory';
import type { Experiment, Run } from '../experiment.ts';
import { collectDeliveries, hookOf, waitDelivered } from '../history/collect-deliveries.ts';
import { broke, fixed } from '../history/note.ts';
import { postEvents } from '../load/publish-events.ts';
import { eventsKept, lastDeliveredWithin, onlyInFlightRepeated, orderTold } from '../rules/deliveries.ts';
import { faultsAtLeast } from '../rules/faults.ts';
import { deliveryGround, killedNotificationAlerts } from './notification.ts';
import { killNotification, noteInFlight } from './processes.ts';

const perSecond = 10;
/** `writ listen` hands over one event at a time, so it usually holds one and catches up. */
const receiverMs = 20;
/** Parts of the run. At the usual size the first sleep exceeds a lease. */
const sleeps = [1 / 3, 1 / 20];
const away = 1 / 20;
const longestPause = 1 / 30;
const target = 'writ listen';

/** `writ listen` sleeps and is killed, and so is the service, during steady events. */
export const f26: Experiment = {
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
        // During the hand-over of the backlog.
        await delay(receiverMs);
        await haveKilled(run, listener, allMs * away);
        await pause();
        await killNotification(run);
      }
    };
    await Promise.all([postEvents(run, { numbers: range(0, n), perSecond }), breaking()]);
    await waitDelivered(run, n, 120_000);
  },
  collect: collectDeliveries,
  judge: (history, n) => [
    ...eventsKept(history, n),
    faultsAtLeast(history, 3 * sleeps.length),
    onlyInFlightRepeated(history),
    orderTold(history),
    // A killed client's deliveries come again after their lease.
    lastDeliveredWithin(history, 75_000),
  ],
  alerts: killedNotificationAlerts,
};

async function haveSlept(run: Run, listener: Listener, ms: number): Promise<void> {
  listener.sleep();
  broke(run, 'sleep', target);
  await noteInFlight(run);
  await delay(ms);
  // Includes deliveries on their way at the beginning of the sleep.
  await noteInFlight(run);
  listener.wake();
  fixed(run, 'sleep', target);
}

async function haveKilled(run: Run, listener: Listener, ms: number): Promise<void> {
  await listener.kill();
  broke(run, 'kill', target);
  await noteInFlight(run);
  await delay(ms);
  await listener.startAgain();
  fixed(run, 'kill', target);
}

const main = join(import.meta.dirname, '../../../../../packages/cli/src/writ.main.ts');

type Listener = {
  sleep: () => void;
  wake: () => void;
  kill: () => Promise<void>;
  startAgain: () => Promise<void>;
};

async function startListener({ ground, closing }: Run, url: string): Promise<Listener> {
  const { project, stack } = ground;
  const address = `${stack.managementUrl}/v1`;
  const start = (): Promise<TestProcess> =>
    startProcess({
      command: process.execPath,
      args: [main, 'listen', '--forward-to', url, '--events', publishedType, '--name', 'chaos', '--json'],
      env: {
        WRIT_MANAGEMENT_URL: address,
        WRIT_WRITE_URL: address,
        WRIT_PROJECT: project.name,
        WRIT_API_KEY: project.apiKey,
      },
      readyWhen: /^Destination chaos forwards to/m,
    });
  let running = await start();
  closing.add('writ listen', () => running.close());
  return {
    sleep: () => running.kill('SIGSTOP'),
    wake: () => running.kill('SIGCONT'),
    kill: () => running.close(),
    startAgain: async () => {
      running = await start();
    },
  };
}
