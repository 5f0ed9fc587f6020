import { openProject } from '@writ/stack';
import { randomBytes } from 'node:crypto';
import type { Closing } from '@writ/service-kit';
import { eventually } from '@writ/test-kit';
import type { BenchContext, Benchmark } from '../benchmark.ts';
import { startLoad } from '../load/load-process.ts';
import type { LoadResult } from '../load/load-task.ts';
import { startProcess, type TaskProcess } from '../processes/start-process.ts';
import { lifecycleEvent } from '../publish/lifecycle-event.ts';
import type { PublishResult, PublishTask } from '../publish/publish-task.ts';
import type { Examined, ReceiverResult, ReceiverTask } from '../receiver/receiver-task.ts';
import { atLeast, atMost, type Check, type Figure, type Findings } from '../report/report.ts';
import { routeEvents } from '../subject/route-events.ts';
import { startSubject, type Subject } from '../subject/start-subject.ts';
import { cpuFigures, perThousand, usedCpu } from '../subject/used-cpu.ts';

const events = 20_000;
const warmUpEvents = 3_000;
/** What a destination is sent at once, when nobody says otherwise. */
const concurrency = 64;
const yardstickSeconds = 5;
const steps = [0.25, 0.5, 0.75];
const openSeconds = 8;
const deliveryLimitMs = 90_000;

/** How fast published events are delivered to one destination (Quality, Benchmarks). */
export const deliver: Benchmark = {
  summary: 'lifecycle events on Kafka: how many a second reach one webhook, how soon, and for how much CPU',
  run,
};

/** Publishes events and waits until as many have been received. */
type Deliver = (task: { count: number; perSecond?: number }) => Promise<Delivered>;
type Delivered = { published: PublishResult; received: ReceiverResult; examined: Examined };

async function run(context: BenchContext): Promise<Findings> {
  const { tell, closing } = context;
  const subject = await startSubject(context);
  const project = await openProject(subject.management, 'bench');
  const receiver = await startReceiver(closing);
  const { url } = await receiver.perform({ do: 'listen' });
  await routeEvents(project, url);

  tell('Yardstick y3: signed POSTs to the receiver without the services.');
  const y3 = await signedPosts(url, project.id, closing);
  const deliverEvents = await publishAndReceive(subject, project.id, receiver, closing);
  const measured = await measureAll(subject, deliverEvents, tell);
  return {
    settings: { events, destinations: 1, 'deliveries at once': concurrency },
    ...findings(y3.perSecond, measured),
    checks: everyEventOnce(measured.all),
  };
}

type Step = { step: number; delivered: Delivered };
type Measured = {
  top: number;
  open: readonly Step[];
  cpu: Readonly<Record<string, number>>;
  all: readonly Delivered[];
};

async function measureAll(
  subject: Subject,
  deliverEvents: Deliver,
  tell: (line: string) => void,
): Promise<Measured> {
  tell('Warm-up.');
  const warmUp = await deliverEvents({ count: warmUpEvents });
  tell(`${events} events at once.`);
  const before = await usedCpu(subject, ['notification']);
  const burst = await deliverEvents({ count: events });
  const cpu = perThousand(before, await usedCpu(subject, ['notification']), events);
  const top = events / ((burst.received.lastAtMs - burst.published.startedAtMs) / 1000);
  const open: Step[] = [];
  for (const step of steps) {
    const perSecond = top * step;
    tell(`Open loop at ${Math.round(perSecond)} events/s.`);
    const count = Math.round(perSecond * openSeconds);
    open.push({ step, delivered: await deliverEvents({ count, perSecond }) });
  }
  return { top, open, cpu, all: [warmUp, burst, ...open.map(({ delivered }) => delivered)] };
}

function findings(y3: number, { top, open, cpu }: Measured): Pick<Findings, 'figures' | 'goals'> {
  const atHalf = open.find(({ step }) => step === 0.5)?.delivered.examined.latency;
  return {
    figures: [
      { name: `y3: signed POSTs, ${concurrency} at once`, value: y3, unit: 'requests/s' },
      { name: `delivered, ${events} at once`, value: top, unit: 'events/s' },
      ...open.flatMap(latencyFigures),
      ...cpuFigures('deliveries', cpu),
    ],
    goals: [
      atLeast('delivered / y3', top / y3, 0.3),
      atMost('p50 at half the top rate, ms', atHalf?.p50Ms ?? Infinity, 25),
      atMost('p99 at half the top rate, ms', atHalf?.p99Ms ?? Infinity, 150),
      ...(cpu['all'] === undefined ? [] : [atMost('CPU of 1,000 deliveries, s', cpu['all'], 0.5)]),
    ],
  };
}

const startReceiver = (closing: Closing) =>
  startProcess<ReceiverTask, ReceiverResult>(
    new URL('../receiver/receiver.main.ts', import.meta.url),
    closing,
  );

async function signedPosts(url: string, projectId: string, closing: Closing): Promise<LoadResult> {
  const load = await startLoad(closing);
  const { id, type, time, data } = lifecycleEvent(projectId, Date.now());
  const posts = {
    urls: [url],
    headers: { 'content-type': 'application/json' },
    bodies: [JSON.stringify({ notificationType: type, id, time, data })],
    connections: concurrency,
    from: 0,
    signWith: `whsec_${randomBytes(32).toString('base64')}`,
  };
  await load.send({ ...posts, pace: { kind: 'closed', seconds: 2 } });
  return load.send({ ...posts, pace: { kind: 'closed', seconds: yardstickSeconds } });
}

async function publishAndReceive(
  { servers }: Subject,
  projectId: string,
  receiver: TaskProcess<ReceiverTask, ReceiverResult>,
  closing: Closing,
): Promise<Deliver> {
  const publisher = await startProcess<PublishTask, PublishResult>(
    new URL('../publish/publish.main.ts', import.meta.url),
    closing,
  );
  const { brokers } = servers.kafka;
  return async (task) => {
    await receiver.perform({ do: 'forget' });
    const published = await publisher.perform({ brokers, projectId, ...task });
    await eventually(async () => (await receiver.perform({ do: 'count' })).received >= task.count, {
      withinMs: deliveryLimitMs,
      everyMs: 100,
    });
    const received = await receiver.perform({ do: 'examine' });
    if (!received.examined) throw new Error('The receiver did not say what it had received');
    return { published, received, examined: received.examined };
  };
}

const latencyFigures = ({ step, delivered: { examined } }: Step): Figure[] => [
  {
    name: `published to received at ${step} of the top rate: p50`,
    value: examined.latency.p50Ms,
    unit: 'ms',
  },
  {
    name: `published to received at ${step} of the top rate: p99`,
    value: examined.latency.p99Ms,
    unit: 'ms',
  },
];

function everyEventOnce(runs: readonly Delivered[]): Check[] {
  const [published, received] = [new Set<string>(), new Set<string>()];
  let repeated = 0;
  for (const run of runs) {
    for (const id of run.published.eventIds) published.add(id);
    for (const id of run.examined.eventIds) received.add(id);
    repeated += run.examined.repeatedWebhookIds;
  }
  const lost = [...published].filter((id) => !received.has(id)).length;
  const arrivals = runs.reduce((sum, { examined }) => sum + examined.eventIds.length, 0);
  return [
    {
      name: 'every published event was received',
      holds: published.size > 0 && lost === 0,
      detail: `${published.size} published, ${lost} lost`,
    },
    {
      name: 'no event was received under two ids',
      holds: arrivals - repeated === received.size,
      detail: `${arrivals} arrivals, ${repeated} of them repeated`,
    },
  ];
}
