import { setTimeout as delay } from 'node:timers/promises';
import { createAppLogger } from '@writ/service-kit';
import { kafkaBus, parseLifecycleEvent } from '@writ/event-bus';
import { lifecycleTopic } from '@writ/contracts';
import { eventually } from '@writ/test-kit';
import type { Experiment, Run } from '../experiment.ts';
import { range, sendWrites, warmUp } from '../load/send-writes.ts';
import { waitEnded } from '../load/wait-ended.ts';
import { nothingRefused, outages, p99AtMost, p99Ms, wholeRun } from '../rules/answers.ts';
import { allAcknowledged, allSucceeded, nothingLost } from '../rules/ends.ts';
import { backlogToldWithin, oneEventPerOperation, orderPerKey } from '../rules/events.ts';
import { faultsAtLeast } from '../rules/faults.ts';
import { haveOutage } from './outage.ts';

const perSecond = 100;
const lagLimitMs = 60_000;
/** The write path may be slower by a tenth, and by what a timer and a scheduler are out anyway. */
const slowerFactor = 1.1;
const slowerMs = 2;
const changeEveryMs = 250;

/** F9: Kafka is away while operations end, for 60 % of the run (60 s of 100). */
export const f09KafkaOutage: Experiment = {
  summary: 'Kafka down 60 s while operations finish, under 100 writes/s',
  unit: 'asynchronous creates; the outage takes 6/10 of their time',
  usualN: 10_000,
  ground: { accounts: () => 4, latencyMs: 0 },
  act: async (run) => {
    await warmUp(run);
    const { kafka } = run.ground.servers;
    const tenthMs = ((run.n / perSecond) * 1000) / 10;
    const breaking = async (): Promise<void> => {
      await delay(2 * tenthMs);
      const ways = { end: () => kafka.stop(), mend: () => kafka.restart() };
      await haveOutage(run, { what: 'stop', target: 'Kafka', downMs: 6 * tenthMs, ...ways });
    };
    const numbers = range(0, run.n);
    const changes = Math.floor((10 * tenthMs) / changeEveryMs);
    await Promise.all([
      sendWrites(run, { numbers, record: 'unique', perSecond }),
      breaking(),
      changeInstallation(run, changes),
    ]);
    await waitEnded(run, 2 * lagLimitMs);
    await readBus(run, changes);
  },
  judge: (history, n) => {
    const [outage = wholeRun] = outages(history);
    const before = p99Ms(history, { fromMs: -Infinity, toMs: outage.fromMs });
    const most = before * slowerFactor + slowerMs;
    return [
      faultsAtLeast(history, 1),
      nothingRefused(history),
      allAcknowledged(history, n),
      nothingLost(history),
      allSucceeded(history),
      oneEventPerOperation(history),
      orderPerKey(history),
      backlogToldWithin(history, outage.toMs, lagLimitMs),
      p99AtMost(history, outage, most, 'p99 of acknowledgements while it was down'),
    ];
  },
};

/** Changes one installation again and again: of the events of these changes the order is promised. */
async function changeInstallation({ ground }: Run, changes: number): Promise<void> {
  const { name, management } = ground.project;
  const [{ groupRef }] = ground.accounts;
  const installations = `/projects/${name}/installations`;
  const found = await management.call<{ id: string; integrationId: string }[]>(
    'GET',
    `${installations}?groupRef=${groupRef}`,
  );
  const [installation] = found;
  if (!installation) throw new Error(`the group ${groupRef} has no installation`);
  const path = `/projects/${name}/integrations/${installation.integrationId}/installations/${installation.id}`;
  for (let change = 0; change < changes; change += 1) {
    const changed = { config: { createdBy: String(change) } };
    await management.call('PATCH', path, { updateMask: ['config.createdBy'], installation: changed });
    await delay(changeEveryMs);
  }
}

type Updated = { config?: { createdBy?: string } };

/** Records, from Kafka itself, the changes of the installation in the order in which they stand there. */
async function readBus({ ground, record }: Run, changes: number): Promise<void> {
  const bus = kafkaBus({
    brokers: ground.servers.kafka.brokers,
    topic: lifecycleTopic,
    groupId: 'chaos',
    clientId: 'chaos',
    logger: createAppLogger({ service: 'chaos', level: 'error' }),
  });
  const seen = new Set<number>();
  const consumer = await bus.consume((messages) => {
    for (const message of messages) {
      const { event } = parseLifecycleEvent(message) as {
        event?: { type: string; id: string; data: Updated };
      };
      const place = Number(event?.data.config?.createdBy);
      if (event?.type !== 'installation.updated' || Number.isNaN(place)) continue;
      seen.add(place);
      record({ kind: 'published', key: message.key ?? '', eventId: event.id, place });
    }
    return Promise.resolve();
  });
  await eventually(() => seen.size >= changes, { withinMs: 30_000 }).catch(() => undefined);
  await consumer.close();
  await bus.close();
}
