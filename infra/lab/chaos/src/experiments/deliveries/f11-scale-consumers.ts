import { setTimeout as delay } from 'node:timers/promises';
import type { Replica } from '@writ/stack';
import type { Experiment, Run } from '../../experiment.ts';
import { deliverTo } from '../../ground/deliver-to.ts';
import { committedOffsets } from '../../ground/committed-offsets.ts';
import { collectDeliveries, hookOf, waitDelivered } from '../../history/collect-deliveries.ts';
import { sendEvents } from '../../load/publish-events.ts';
import { range } from '../../load/send-writes.ts';
import { allTaken, nothingStuck, nothingUndelivered, oneIdPerDelivery } from '../../rules/deliveries.ts';
import { faultsAtLeast } from '../../rules/faults.ts';
import { offsetsNeverBack } from '../../rules/offsets.ts';
import { deliveryGround } from './kill-notification.ts';

const perSecond = 100;
const everyMs = 5_000;
const others = 3;
const sampleEveryMs = 250;
const endLimitMs = 60_000;

/** F11: consumers come and go while events are read. */
export const f11ScaleConsumers: Experiment = {
  summary: 'notification services scale 1, 4, 1, 4, … every 5 s while events come by Kafka',
  unit: `events, ${perSecond} a second`,
  usualN: 6_000,
  ground: deliveryGround,
  act: async (run) => {
    const { ground, n } = run;
    await deliverTo(ground.project, { urls: [hookOf(ground.receiver.url, 0)] });
    const sent = new AbortController();
    const sending = sendEvents(run, { numbers: range(0, n), perSecond }).finally(() => sent.abort());
    await Promise.all([sending, watchOffsets(run, sent.signal), scale(run, sent.signal)]);
    await waitDelivered(run, n, endLimitMs);
  },
  collect: collectDeliveries,
  judge: (history, n) => [
    faultsAtLeast(history, 2),
    allTaken(history, n),
    nothingUndelivered(history, 1),
    nothingStuck(history),
    oneIdPerDelivery(history),
    offsetsNeverBack(history),
  ],
};

/** Three more, then three fewer, until the signal; at the end there is one. */
async function scale({ ground, record, tell }: Run, signal: AbortSignal): Promise<void> {
  const added: Replica[] = [];
  const wait = () => delay(everyMs, undefined, { signal }).catch(() => undefined);
  const isOver = () => signal.aborted;
  const change = async (up: boolean): Promise<void> => {
    record({ kind: 'fault', atMs: Date.now(), what: up ? 'more' : 'fewer', target: 'notification' });
    tell(up ? 'Four consumers.' : 'One consumer.');
    const first = up && added.length === 0;
    const starting = first ? range(0, others).map(() => ground.stack.addReplica('notification')) : [];
    added.push(...(await Promise.all(starting)));
    if (!first) await Promise.all(added.map((replica) => (up ? replica.restart() : replica.stop())));
  };
  for (let up = true; ; up = !up) {
    await wait();
    if (isOver()) break;
    await change(up);
  }
  await Promise.all(added.map((replica) => replica.stop()));
}

async function watchOffsets({ ground, record }: Run, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    // A group that is just being shared out anew does not tell.
    const offsets = await committedOffsets(ground).catch(() => ({}));
    record({ kind: 'offsets', atMs: Date.now(), offsets });
    await delay(sampleEveryMs);
  }
}
