import { deliverTo, openProject, publishedType, type StackProject } from '@writ/stack';
import type { Verdict } from '@writ/test-kit/laboratory';
import type { BenchContext, Benchmark } from '../benchmark.ts';
import { startLoad, type LoadProcess } from '../load/load-process.ts';
import type { LoadTask } from '../load/load-task.ts';
import type { LatencySummary } from '../measure/latencies.ts';
import { eachEventOnce } from '../receiver/each-event-once.ts';
import type { Examined } from '../receiver/receiver-task.ts';
import { atLeast, atMost, latencyFigures, type Figure, type Findings, type Goal } from '../report/report.ts';
import {
  eventLoad,
  startPublisher,
  startReceiver,
  startSubject,
  type Receiver,
  type Subject,
} from '../subject/start-bench.ts';
import { cpuFigures, perThousand, watchCpu } from '../subject/used-cpu.ts';

const usualEvents = 20_000;
const warmUpEvents = 2_000;
const atOnce = 64;
const manyDestinations = 5;
const steady = { perSecond: 100, seconds: 20 };

export const publish: Benchmark = {
  summary:
    'lifecycle events over HTTP, one a request through the edge: how many a second reach the webhooks, how soon',
  usualSize: usualEvents,
  run,
};

type Published = { sent: number; perSecond: number; latency: LatencySummary; cpu: Cpu; check: Verdict };
type Cpu = Readonly<Record<string, number>>;
type Send = (how: LoadTask['pace']) => Promise<Published>;

async function run(context: BenchContext): Promise<Findings> {
  const { tell, closing, size } = context;
  const subject = await startSubject(context);
  const receiver = await startReceiver(context);
  const load = await startLoad(closing);

  const figures: Figure[] = [];
  const goals: Goal[] = [];
  const checks: Verdict[] = [];
  for (const destinations of [1, manyDestinations]) {
    const project = await openProject(subject.management, `bench-${destinations}`);
    const urls = Array<string>(destinations).fill(receiver.url);
    await deliverTo(project, { urls, eventTypes: [publishedType] });
    const send = sender({ subject, project, receiver, destinations, load });
    const title = destinations === 1 ? '1 destination' : `${destinations} destinations`;
    tell(`${title}: warm-up.`);
    const warmUp = await send({ kind: 'count', count: warmUpEvents });
    const count = Math.ceil(size / destinations);
    tell(`${title}: ${count} events, ${atOnce} at once.`);
    const closed = await send({ kind: 'count', count });
    tell(`${title}: ${steady.perSecond} events/s.`);
    const open = await send({ kind: 'open', ...steady });
    figures.push(
      { name: `${title}: accepted to delivered`, value: closed.perSecond, unit: 'events/s' },
      ...cpuFigures(`events, ${title}`, closed.cpu),
      ...latencyFigures(`${title}, by POST at ${steady.perSecond}/s`, open.latency),
    );
    checks.push(
      ...[warmUp, closed, open].map(({ check }) => ({ ...check, what: `${title}: ${check.what}` })),
    );
    if (destinations === 1) {
      tell(`${title}: ${steady.perSecond} events/s by Kafka.`);
      const byKafka = await sendByKafka(context, { subject, project, receiver });
      figures.push(...latencyFigures(`${title}, by Kafka at ${steady.perSecond}/s`, byKafka.latency));
      goals.push(...goalsOf(closed, open.latency, byKafka.latency));
    }
  }
  return { settings: { events: size, 'at once': atOnce }, figures, goals, checks };
}

type Parts = { subject: Subject; project: StackProject; receiver: Receiver };

const goalsOf = (closed: Published, byPost: LatencySummary, byKafka: LatencySummary): Goal[] => [
  atLeast('accepted to delivered, events/s', closed.perSecond, 2_000),
  ...(closed.cpu['all'] === undefined ? [] : [atMost('CPU of 1,000 events, s', closed.cpu['all'], 0.6)]),
  atMost(`by POST at ${steady.perSecond}/s: p50, ms`, byPost.p50Ms, 8),
  atMost(`by POST at ${steady.perSecond}/s: p99, ms`, byPost.p99Ms, 25),
  atMost(`by Kafka at ${steady.perSecond}/s: p50, ms`, byKafka.p50Ms, 15),
];

function sender(options: Parts & { destinations: number; load: LoadProcess }): Send {
  const { subject, project, receiver, destinations, load } = options;
  let from = 0;
  return async (pace) => {
    const task = { ...eventLoad(subject, project), from, pace };
    const endWatch = await watchCpu(subject, ['notification', 'edge']);
    const { sent, startedAtMs, lastAtMs, examined } = await receiver.receive(async () => {
      const atMs = Date.now();
      const result = await load.send(task);
      return { sent: result.sent, startedAtMs: atMs, expected: result.sent * destinations };
    });
    from += sent;
    const cpu = perThousand(await endWatch(), sent);
    const perSecond = sent / ((lastAtMs - startedAtMs) / 1000);
    const check = eachEventOnce(examined, sent, destinations);
    return { sent, perSecond, latency: examined.latency, cpu, check };
  };
}

async function sendByKafka(context: BenchContext, { subject, project, receiver }: Parts): Promise<Examined> {
  const publisher = await startPublisher(context);
  const count = steady.perSecond * steady.seconds;
  const { brokers } = subject.servers.kafka;
  const task = { brokers, projectId: project.id, count, perSecond: steady.perSecond };
  const { examined } = await receiver.receive(async () => {
    await publisher.perform(task);
    return { expected: count };
  });
  return examined;
}
