import { setTimeout as delay } from 'node:timers/promises';
import { structuredHeaders } from '@writ/event-bus';
import { eventually } from '@writ/test-kit';
import type { Experiment, Run } from '../../experiment.ts';
import { deliverTo } from '../../ground/deliver-to.ts';
import { collectDeliveries, hookOf, waitDelivered } from '../../history/collect-deliveries.ts';
import { busOf, eventOf, sendEvents } from '../../load/publish-events.ts';
import { range } from '../../load/send-writes.ts';
import { deadLettersWithReason } from '../../rules/dead-letters.ts';
import {
  allTaken,
  deliveryP99Ms,
  nothingStuck,
  nothingUndelivered,
  oneIdPerDelivery,
} from '../../rules/deliveries.ts';
import { atMost } from '../../rules/verdict.ts';
import { deliveryGround } from './kill-notification.ts';

const perSecond = 200;
/** Of all messages one in a hundred. */
const share = 0.01;
const spoiltOf = (n: number): number => Math.ceil(n * share);
const p99LimitMs = 2_000;
const endLimitMs = 60_000;

type DeadLetter = { key: string; reason: string };

/** F12: messages on Kafka that nobody can take in. */
export const f12SpoiltMessages: Experiment = {
  summary: 'of the messages on Kafka 1 % are no JSON, of an unknown type, or 900 kB',
  unit: `events, ${perSecond} a second`,
  usualN: 10_000,
  ground: deliveryGround,
  act: async (run) => {
    const { ground, n } = run;
    await deliverTo(ground.project, { urls: [hookOf(ground.receiver.url, 0)] });
    const numbers = range(0, n);
    await Promise.all([sendEvents(run, { numbers, perSecond }), sendSpoilt(run)]);
    await waitDelivered(run, n, endLimitMs);
  },
  collect: async (run) => {
    await collectDeliveries(run);
    for (const row of await deadLetters(run)) run.record({ kind: 'deadLetter', ...row });
  },
  judge: (history, n) => [
    allTaken(history, n),
    nothingUndelivered(history, 1),
    nothingStuck(history),
    oneIdPerDelivery(history),
    deadLettersWithReason(history, reasons),
    {
      ...atMost(
        'p99 of the others',
        deliveryP99Ms(history, () => true),
        p99LimitMs,
        'ms',
      ),
      timed: true,
    },
  ],
};

/** The dead letters, once there is one for each message that was spoilt or the time is over. */
async function deadLetters({ ground, n, leastWaitMs = 0 }: Run): Promise<DeadLetter[]> {
  const find = async (): Promise<DeadLetter[]> =>
    (await ground.pool.query<DeadLetter>('SELECT key, reason FROM dead_letter')).rows;
  const withinMs = Math.max(endLimitMs, leastWaitMs);
  const all = async (): Promise<boolean> => (await find()).length >= spoiltOf(n);
  await eventually(all, { withinMs }).catch(() => undefined);
  return find();
}

/** By the sort of a message, what its reason has to say. */
const reasons = {
  'no-json': /JSON/,
  'unknown-type': /type/,
  'too-large': /^The event measures 9\d{5} bytes/,
} as const;
type Sort = keyof typeof reasons;
const sorts = Object.keys(reasons) as [Sort, ...Sort[]];

async function sendSpoilt(run: Run): Promise<void> {
  const { n, random, record, ground } = run;
  const bus = busOf(run);
  for (let number = 0; number < spoiltOf(n); number += 1) {
    const sort = sorts[number % sorts.length] ?? sorts[0];
    const key = `${sort}-${number}`;
    const value = Buffer.from(spoilt[sort](ground.project.id, number));
    await bus.publish([{ key, value, headers: structuredHeaders }]);
    record({ kind: 'spoilt', atMs: Date.now(), key });
    await delay(random.integer(0, (2 * 1000) / (perSecond * share)));
  }
}

const bad = (projectId: string, number: number) =>
  eventOf(projectId, 10_000_000 + number, { atMs: Date.now() });

const spoilt: Readonly<Record<Sort, (projectId: string, number: number) => string>> = {
  'no-json': (projectId, number) => JSON.stringify(bad(projectId, number)).slice(0, -2),
  'unknown-type': (projectId, number) => JSON.stringify({ ...bad(projectId, number), type: 'contact.born' }),
  'too-large': (projectId, number) => {
    const event = bad(projectId, number);
    return JSON.stringify({ ...event, data: { ...event.data, note: 'x'.repeat(900_000) } });
  },
};
