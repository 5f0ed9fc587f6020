import { lifecycleTopic } from '@writ/contracts';
import { withKafkaAdmin } from '@writ/local-servers';
import { openProject } from '@writ/stack';
import { eventually } from '@writ/test-kit';
import type { BenchContext } from '../benchmark.ts';
import { startPublisher } from '../publish/start-publisher.ts';
import { everyEventOnce } from '../receiver/every-event-once.ts';
import { startReceiver } from '../receiver/start-receiver.ts';
import { isDrained } from '../subject/operations-table.ts';
import { routeEvents } from '../subject/route-events.ts';
import { boundOf, type Cell, type MeasuredCell } from './cell.ts';
import { freeze } from './freeze.ts';
import type { ScalePart } from './scale-part.ts';
import { drainGoals } from './scale-report.ts';
import type { Held } from './start-held.ts';

const group = 'writ-notification';
const sharedWithinMs = 60_000;
const warmUpEvents = 2_000;
/** A cell that is slower than this fails. */
const leastPerSecond = 25;

/** How fast so many processes of the notification service deliver what was published, to so many destinations. */
export const notifications: ScalePart = {
  service: 'notification',
  words: { processes: 'notifications', width: 'destinations', units: 'deliveries' },
  goals: drainGoals('notification process', 'destination'),
  start: async (context, held) => {
    const deliver = await delivering(context, held);
    return {
      warmUp: async () => {
        await eventually(() => isShared(held), { withinMs: sharedWithinMs, everyMs: 250 });
        const processes = held.measured.length;
        await deliver({ processes, width: 1, share: undefined }, warmUpEvents * processes);
      },
      measure: deliver,
    };
  },
};

/** Whether each process has joined the group that shares the topic, and the group is done with sharing. */
const isShared = ({ subject, measured }: Held): Promise<boolean> =>
  withKafkaAdmin([...subject.servers.kafka.brokers], async (admin) => {
    // Before it has asked for something of a topic, the client knows no broker to ask.
    await admin.fetchTopicMetadata({ topics: [lifecycleTopic] });
    const { groups } = await admin.describeGroups([group]);
    return groups.some(({ state, members }) => state === 'Stable' && members.length === measured.length);
  });

/** Publishes while the processes stand still, for a project of its own, and waits until all has been delivered. */
async function delivering(
  context: BenchContext,
  held: Held,
): Promise<(cell: Cell, size: number) => Promise<MeasuredCell>> {
  const { subject, postgres, measured } = held;
  const { brokers } = subject.servers.kafka;
  const receiver = await startReceiver(context.closing);
  const publisher = await startPublisher(context.closing);
  const { url } = await receiver.perform({ do: 'listen' });
  let projects = 0;
  return async (cell, size) => {
    projects += 1;
    const project = await openProject(subject.management, `bench-${projects}`);
    await routeEvents(project, Array<string>(cell.width).fill(url));
    await receiver.perform({ do: 'forget' });
    await subject.pool.query('VACUUM (ANALYZE)');
    await subject.pool.query('CHECKPOINT');
    const count = Math.ceil(size / cell.width);
    const units = count * cell.width;
    const isDone = async (): Promise<boolean> =>
      (await receiver.perform({ do: 'count' })).received >= units &&
      (await isDrained(subject.pool, 'destination'));

    const goOn = await freeze(measured, postgres.isQuiet);
    const published = await publisher.perform({ brokers, projectId: project.id, count });
    await held.hold(cell.share);
    const endWatch = await held.watch({ receiver: receiver.pid });
    const startedAtMs = Date.now();
    goOn();
    await eventually(isDone, { withinMs: (units / leastPerSecond) * 1000, everyMs: 100 });
    const use = await endWatch();
    await held.hold(undefined);
    const { examined, lastAtMs } = await receiver.perform({ do: 'examine' });
    if (!examined) throw new Error('The receiver did not say what it had received');
    return {
      ...cell,
      units,
      perSecond: units / ((lastAtMs - startedAtMs) / 1000),
      use,
      bound: boundOf(cell, use, 'notifications'),
      checks: everyEventOnce([{ published, examined }], cell.width),
    };
  };
}
