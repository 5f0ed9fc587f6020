import { openProject, type StackProject } from '@writ/stack';
import type { Closing } from '@writ/service-kit';
import { eventually, type TaskProcess } from '@writ/test-kit';
import type { BenchContext, Benchmark } from '../benchmark.ts';
import { startLoad } from '../load/load-process.ts';
import type { LoadTask } from '../load/load-task.ts';
import type { LatencySummary } from '../measure/latencies.ts';
import { lifecycleEvent } from '../publish/lifecycle-event.ts';
import { startPublisher } from '../publish/start-publisher.ts';
import type { Examined, ReceiverResult, ReceiverTask } from '../receiver/receiver-task.ts';
import { startReceiver } from '../receiver/start-receiver.ts';
import { atLeast, atMost, type Check, type Figure, type Findings, type Goal } from '../report/report.ts';
import { routeEvents } from '../subject/route-events.ts';
import { startSubject, type Subject } from '../subject/start-subject.ts';
import { cpuFigures, perThousand, usedCpu } from '../subject/used-cpu.ts';

const usualEvents = 20_000;
const warmUpEvents = 2_000;
const connections = 64;
const manyDestinations = 5;
const steady = { perSecond: 100, seconds: 20 };
const deliveryLimitMs = 90_000;

/** How fast single events that are published over HTTP reach their webhooks (Quality, Benchmarks). */
export const publish: Benchmark = {
  summary:
    'lifecycle events over HTTP, one a request through the edge: how many a second reach the webhooks, how soon',
  usualSize: usualEvents,
  run,
};

/** What arrived of the events that were sent, and how it went. */
type Published = { sent: number; perSecond: number; latency: LatencySummary; cpu: Cpu; check: Check };
type Cpu = Readonly<Record<string, number>>;
type Send = (how: LoadTask['pace']) => Promise<Published>;

async function run(context: BenchContext): Promise<Findings> {
  const { tell, closing, size } = context;
  const subject = await startSubject(context);
  const receiver = await startReceiver(closing);
  const { url } = await receiver.perform({ do: 'listen' });
  const load = await startLoad(closing);

  const figures: Figure[] = [];
  const goals: Goal[] = [];
  const checks: Check[] = [];
  for (const destinations of [1, manyDestinations]) {
    const project = await openProject(subject.management, `bench-${destinations}`);
    await routeEvents(
      project,
      Array.from({ length: destinations }, () => url),
    );
    const send = sender({ subject, project, receiver, destinations, load });
    const title = destinations === 1 ? '1 destination' : `${destinations} destinations`;
    tell(`${title}: warm-up.`);
    const warmUp = await send({ kind: 'count', count: warmUpEvents });
    const count = Math.ceil(size / destinations);
    tell(`${title}: ${count} events, ${connections} at once.`);
    const closed = await send({ kind: 'count', count });
    tell(`${title}: ${steady.perSecond} events/s.`);
    const open = await send({ kind: 'open', ...steady });
    figures.push(
      { name: `${title}: accepted to delivered`, value: closed.perSecond, unit: 'events/s' },
      ...cpuFigures(`events, ${title}`, closed.cpu),
      ...latencyFigures(`${title}, by POST`, open.latency),
    );
    checks.push(
      ...[warmUp, closed, open].map(({ check }) => ({ ...check, name: `${title}: ${check.name}` })),
    );
    if (destinations === 1) {
      tell(`${title}: ${steady.perSecond} events/s by Kafka.`);
      const byKafka = await sendByKafka(subject, project, receiver, closing);
      figures.push(...latencyFigures(`${title}, by Kafka`, byKafka.latency));
      goals.push(...goalsOf(closed, open.latency, byKafka.latency));
    }
  }
  return { settings: { events: size, 'at once': connections }, figures, goals, checks };
}

const goalsOf = (closed: Published, byPost: LatencySummary, byKafka: LatencySummary): Goal[] => [
  atLeast('accepted to delivered, events/s', closed.perSecond, 2_000),
  ...(closed.cpu['all'] === undefined ? [] : [atMost('CPU of 1,000 events, s', closed.cpu['all'], 0.6)]),
  atMost(`by POST at ${steady.perSecond}/s: p50, ms`, byPost.p50Ms, 8),
  atMost(`by POST at ${steady.perSecond}/s: p99, ms`, byPost.p99Ms, 25),
  atMost(`by Kafka at ${steady.perSecond}/s: p50, ms`, byKafka.p50Ms, 15),
];

const latencyFigures = (title: string, { p50Ms, p99Ms }: LatencySummary): Figure[] => [
  { name: `${title} at ${steady.perSecond}/s: p50`, value: p50Ms, unit: 'ms' },
  { name: `${title} at ${steady.perSecond}/s: p99`, value: p99Ms, unit: 'ms' },
];

type Receiver = TaskProcess<ReceiverTask, ReceiverResult>;

/** Sends events one by one, and waits until each destination has got each of them. */
function sender(options: {
  subject: Subject;
  project: StackProject;
  receiver: Receiver;
  destinations: number;
  load: Awaited<ReturnType<typeof startLoad>>;
}): Send {
  const { subject, project, receiver, destinations, load } = options;
  let from = 0;
  return async (pace) => {
    const task = { ...publishLoad(subject, project), connections, from, pace };
    await receiver.perform({ do: 'forget' });
    const before = await usedCpu(subject, ['notification', 'edge']);
    const startedAtMs = Date.now();
    const { sent } = await load.send(task);
    from += sent;
    const { lastAtMs, examined } = await received(receiver, sent * destinations);
    const cpu = perThousand(before, await usedCpu(subject, ['notification', 'edge']), sent);
    const perSecond = sent / ((lastAtMs - startedAtMs) / 1000);
    const check = eachOnce(examined, sent, destinations);
    return { sent, perSecond, latency: examined.latency, cpu, check };
  };
}

const publishLoad = (
  { stack }: Subject,
  { id, name, apiKey }: StackProject,
): Pick<LoadTask, 'urls' | 'headers' | 'bodies'> => ({
  urls: [`${stack.managementUrl}/v1/projects/${name}/events`],
  headers: { 'x-api-key': apiKey, 'content-type': 'application/json' },
  bodies: [JSON.stringify({ ...lifecycleEvent(id, 0), id: '{n}', time: '{time}' })],
});

async function sendByKafka(
  { servers }: Subject,
  { id }: StackProject,
  receiver: Receiver,
  closing: Closing,
): Promise<Examined> {
  const publisher = await startPublisher(closing);
  await receiver.perform({ do: 'forget' });
  const count = steady.perSecond * steady.seconds;
  const { brokers } = servers.kafka;
  await publisher.perform({ brokers, projectId: id, count, perSecond: steady.perSecond });
  return (await received(receiver, count)).examined;
}

async function received(
  receiver: Receiver,
  count: number,
): Promise<{ lastAtMs: number; examined: Examined }> {
  await eventually(async () => (await receiver.perform({ do: 'count' })).received >= count, {
    withinMs: deliveryLimitMs,
    everyMs: 100,
  });
  const { lastAtMs, examined } = await receiver.perform({ do: 'examine' });
  if (!examined) throw new Error('The receiver did not say what it had received');
  return { lastAtMs, examined };
}

function eachOnce({ eventIds, repeatedWebhookIds }: Examined, sent: number, destinations: number): Check {
  const different = new Set(eventIds).size;
  return {
    name: `each of ${sent} events came once to each destination`,
    holds: different === sent && eventIds.length - repeatedWebhookIds === sent * destinations,
    detail: `${different} events, ${eventIds.length} arrivals, ${repeatedWebhookIds} of them repeated`,
  };
}
