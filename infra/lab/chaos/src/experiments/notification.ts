import { setTimeout as delay } from 'node:timers/promises';
import { deliverTo, publishedType, type Replica } from '@writ/stack';
import { eventually } from '@writ/test-kit';
import { atMost, range } from '@writ/test-kit/laboratory';
import { entriesOf } from '../entry.ts';
import type { ExpectedAlerts, Experiment, Run } from '../experiment.ts';
import { committedOffsets } from '../ground/kafka-offsets.ts';
import { collectDeliveries, hookOf, waitDelivered } from '../history/collect-deliveries.ts';
import { broke } from '../history/note.ts';
import { postEvents, sendEvents } from '../load/publish-events.ts';
import { sendSpoilt, spoiltReasons } from '../load/send-spoilt.ts';
import { deadLettersWithReason } from '../rules/dead-letters.ts';
import {
  deliveryP99Ms,
  eventsKept,
  lastDeliveredWithin,
  onlyInFlightRepeated,
  repeatedAtMost,
} from '../rules/deliveries.ts';
import { faultsAtLeast } from '../rules/faults.ts';
import { offsetsNeverBack } from '../rules/offsets.ts';
import { killNotification } from './processes.ts';

export const deliveryGround = {
  accounts: () => 1,
  latencyMs: 0,
  replicas: { 'write-gateway': 0, 'write-worker': 0 },
} as const;

/** Without gateway and worker. */
export const killedNotificationAlerts: ExpectedAlerts = {
  fire: ['WritFinding service-absent'],
  // Leases and reports of killed processes last as usual, while the rules are faster.
  may: ['WritNotMeasured', 'WritFinding kafka-topic-missing'],
};

const endLimitMs = 60_000;

const deliverHere = ({ ground }: Run, destinations = 1): Promise<string[]> =>
  deliverTo(ground.project, {
    urls: range(0, destinations).map((place) => hookOf(ground.receiver.url, place)),
    eventTypes: [publishedType],
  });

/** After each return; sometimes the backlog still drains. */
const kills = { times: 5, leastMs: 4_000, mostMs: 12_000 };
const destinations = 4;

/** The notification service is killed repeatedly during events from Kafka. */
export const f10: Experiment = {
  summary: 'kill -9 the notification service 5 times while events on Kafka go to 4 destinations',
  unit: 'events',
  usualN: 5_000,
  ground: deliveryGround,
  act: async (run) => {
    await deliverHere(run, destinations);
    const perSecond = (run.n * 1000) / (kills.times * kills.mostMs);
    const killing = async (): Promise<void> => {
      for (let time = 0; time < kills.times; time += 1) {
        await delay(run.random.integer(kills.leastMs, kills.mostMs));
        await killNotification(run);
      }
    };
    await Promise.all([sendEvents(run, { numbers: range(0, run.n), perSecond }), killing()]);
    await waitDelivered(run, run.n * destinations, endLimitMs);
  },
  collect: collectDeliveries,
  judge: (history, n) => [
    ...eventsKept(history, n, destinations),
    faultsAtLeast(history, kills.times),
    onlyInFlightRepeated(history),
    repeatedAtMost(history, 0.01),
    lastDeliveredWithin(history, 10_000),
  ],
  alerts: killedNotificationAlerts,
};

/** The notification service is killed while many publish over HTTP; interrupted events are published again. */
export const f10b: Experiment = {
  summary: 'kill -9 the notification service in the middle of events that 64 publishers post, and post again',
  unit: 'events, one a request',
  usualN: 20_000,
  ground: deliveryGround,
  act: async (run) => {
    await deliverHere(run);
    const killing = async (): Promise<void> => {
      const isHalf = () => entriesOf(run.history, 'taken').length >= run.n / 2;
      await eventually(isHalf, { withinMs: 300_000 });
      await killNotification(run);
    };
    await Promise.all([postEvents(run, { numbers: range(0, run.n) }), killing()]);
    await waitDelivered(run, run.n, endLimitMs);
  },
  collect: collectDeliveries,
  judge: (history, n) => [
    ...eventsKept(history, n),
    faultsAtLeast(history, 1),
    onlyInFlightRepeated(history),
    lastDeliveredWithin(history, 10_000),
  ],
  alerts: killedNotificationAlerts,
};

const f11PerSecond = 100;
const scaleEveryMs = 5_000;
const others = 3;
const sampleEveryMs = 250;

/** Consumers come and go while they read events. */
export const f11: Experiment = {
  summary: 'notification services scale 1, 4, 1, 4, … every 5 s while events come by Kafka',
  unit: `events, ${f11PerSecond} a second`,
  usualN: 6_000,
  ground: deliveryGround,
  act: async (run) => {
    await deliverHere(run);
    const sent = new AbortController();
    const events = { numbers: range(0, run.n), perSecond: f11PerSecond };
    const sending = sendEvents(run, events).finally(() => sent.abort());
    await Promise.all([sending, watchOffsets(run, sent.signal), scale(run, sent.signal)]);
    await waitDelivered(run, run.n, endLimitMs);
  },
  collect: collectDeliveries,
  judge: (history, n) => [...eventsKept(history, n), faultsAtLeast(history, 2), offsetsNeverBack(history)],
  // Prometheus keeps reading stopped processes.
  alerts: { fire: ['WritFinding service-absent'], may: ['WritProcessDown'] },
};

async function scale(run: Run, signal: AbortSignal): Promise<void> {
  const { stack } = run.ground;
  const added: Replica[] = [];
  const isOver = () => signal.aborted;
  const change = async (up: boolean): Promise<void> => {
    broke(run, up ? 'more' : 'fewer', 'notification');
    const first = up && added.length === 0;
    const starting = first ? range(0, others).map(() => stack.addReplica('notification')) : [];
    added.push(...(await Promise.all(starting)));
    if (!first) await Promise.all(added.map((replica) => (up ? replica.restart() : replica.stop())));
  };
  for (let up = true; ; up = !up) {
    await delay(scaleEveryMs, undefined, { signal }).catch(() => undefined);
    if (isOver()) break;
    await change(up);
  }
  await Promise.all(added.map((replica) => replica.stop()));
}

async function watchOffsets(run: Run, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    // A rebalancing group does not answer.
    run.record({ kind: 'offsets', atMs: Date.now(), offsets: await committedOffsets(run).catch(() => ({})) });
    await delay(sampleEveryMs);
  }
}

const f12PerSecond = 200;
const share = 0.01;
const spoiltOf = (n: number): number => Math.ceil(n * share);

/** A refused batch has no key; all batches use one partition. */
const deadLettersSql = `SELECT coalesce(key, 'batch-' || "offset") AS key, reason FROM dead_letter`;

type DeadLetter = { key: string; reason: string };

/** Unreadable messages on Kafka. */
export const f12: Experiment = {
  summary: 'of the messages on Kafka 1 % are no JSON, too large, or what only other clients send',
  unit: `events, ${f12PerSecond} a second`,
  usualN: 10_000,
  ground: deliveryGround,
  act: async (run) => {
    await deliverHere(run);
    await Promise.all([
      sendEvents(run, { numbers: range(0, run.n), perSecond: f12PerSecond }),
      sendSpoilt(run, { count: spoiltOf(run.n), mostPauseMs: (2 * 1000) / (f12PerSecond * share) }),
    ]);
    await waitDelivered(run, run.n, endLimitMs);
  },
  collect: async (run) => {
    await collectDeliveries(run);
    for (const row of await deadLetters(run)) run.record({ kind: 'deadLetter', ...row });
  },
  judge: (history, n) => {
    const p99Ms = deliveryP99Ms(history, () => true);
    return [
      ...eventsKept(history, n),
      deadLettersWithReason(history, spoiltReasons),
      { ...atMost('p99 of the others', p99Ms, 2_000, 'ms'), timed: true },
    ];
  },
  alerts: { fire: ['WritDeadLetters', 'WritFinding service-absent'] },
};

/** Waits for one per spoilt message, or the limit. */
async function deadLetters({ ground, n, leastWaitMs = 0 }: Run): Promise<DeadLetter[]> {
  const find = async (): Promise<DeadLetter[]> => (await ground.pool.query<DeadLetter>(deadLettersSql)).rows;
  const all = async (): Promise<boolean> => (await find()).length >= spoiltOf(n);
  await eventually(all, { withinMs: Math.max(endLimitMs, leastWaitMs) }).catch(() => undefined);
  return find();
}
