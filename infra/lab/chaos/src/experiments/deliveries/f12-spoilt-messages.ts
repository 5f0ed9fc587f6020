import { eventually } from '@writ/test-kit';
import type { Experiment, Run } from '../../experiment.ts';
import { deliverTo } from '../../ground/deliver-to.ts';
import { sendSpoilt, spoiltReasons } from '../../load/send-spoilt.ts';
import { collectDeliveries, hookOf, waitDelivered } from '../../history/collect-deliveries.ts';
import { sendEvents } from '../../load/publish-events.ts';
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

/** A batch that is refused has no key; all of them are sent to one partition. */
const deadLettersSql = `SELECT coalesce(key, 'batch-' || "offset") AS key, reason FROM dead_letter`;

type DeadLetter = { key: string; reason: string };

/** F12: messages on Kafka that nobody can take in. */
export const f12SpoiltMessages: Experiment = {
  summary: 'of the messages on Kafka 1 % are no JSON, too large, or what only other clients send',
  unit: `events, ${perSecond} a second`,
  usualN: 10_000,
  ground: deliveryGround,
  act: async (run) => {
    const { ground, n } = run;
    await deliverTo(ground.project, { urls: [hookOf(ground.receiver.url, 0)] });
    const numbers = range(0, n);
    await Promise.all([
      sendEvents(run, { numbers, perSecond }),
      sendSpoilt(run, { count: spoiltOf(n), mostPauseMs: (2 * 1000) / (perSecond * share) }),
    ]);
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
    deadLettersWithReason(history, spoiltReasons),
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
  const find = async (): Promise<DeadLetter[]> => (await ground.pool.query<DeadLetter>(deadLettersSql)).rows;
  const withinMs = Math.max(endLimitMs, leastWaitMs);
  const all = async (): Promise<boolean> => (await find()).length >= spoiltOf(n);
  await eventually(all, { withinMs }).catch(() => undefined);
  return find();
}
