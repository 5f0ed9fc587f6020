import { randomBytes } from 'node:crypto';
import { deliverTo, lifecycleEvent, openProject, publishedType } from '@writ/stack';
import { median } from '@writ/test-kit';
import type { Verdict } from '@writ/test-kit/laboratory';
import type { BenchContext, Benchmark } from '../benchmark.ts';
import { startLoad } from '../load/load-process.ts';
import type { LoadResult } from '../load/load-task.ts';
import type { LatencySummary } from '../measure/latencies.ts';
import { eachEventOnce } from '../receiver/each-event-once.ts';
import type { Examined } from '../receiver/receiver-task.ts';
import { atLeast, atMost, latencyFigures, type Figure, type Findings, type Goal } from '../report/report.ts';
import {
  startPublisher,
  startReceiver,
  startSubject,
  type Receiver,
  type Subject,
} from '../subject/start-bench.ts';
import { cpuFigures, perThousand, watchCpu } from '../subject/used-cpu.ts';

const events = 20_000;
const warmUpEvents = 20_000;
const concurrency = 64;
/** Yardstick and burst alternate, so that a changing machine affects both. The median counts. */
const rounds = 7;
const yardstickSeconds = 3;
const steps = [0.25, 0.5, 0.75] as const;
/** Steps alternate, too: p50 and p99 of one rate vary by half. */
const turnsOfSteps = 3;
const openSeconds = 8;

/** Compared with one destination that answers immediately; equal numbers of deliveries. */
const others = [
  { destinations: 5, delayMs: 0 },
  { destinations: 1, delayMs: 50 },
  { destinations: 5, delayMs: 50 },
] as const;

export const deliver: Benchmark = {
  summary:
    'lifecycle events on Kafka: how many a second reach one webhook or five, how soon, and for how much CPU',
  run,
};

type Deliver = (task: { count: number; perSecond?: number }) => Promise<Delivered>;
type Delivered = { startedAtMs: number; lastAtMs: number; examined: Examined; check: Verdict };

async function run(context: BenchContext): Promise<Findings> {
  const { tell } = context;
  const subject = await startSubject(context);
  const project = await openProject(subject.management, 'bench');
  const receiver = await startReceiver(context);
  const { url } = receiver;
  const eventTypes = [publishedType] as const;
  await deliverTo(project, { urls: [url], eventTypes });

  const signedPosts = await postsWithoutServices(context, url, project.id);
  const deliveryOf = await publishAndReceive(context, subject, receiver);
  const measured = await measureAll({ subject, deliverEvents: deliveryOf(project.id, 1), signedPosts, tell });
  const besides: Beside[] = [];
  for (const { destinations, delayMs } of others) {
    const name = `${destinations} × ${delayMs} ms`;
    tell(`${name}: ${events} deliveries at once.`);
    const own = await openProject(subject.management, `bench-${destinations}-${delayMs}`);
    await deliverTo(own, { urls: Array<string>(destinations).fill(url), eventTypes });
    await receiver.behave({ delayMs });
    // It would include the delay.
    const y3 = delayMs === 0 ? (await signedPosts(yardstickSeconds)).perSecond : undefined;
    const deliverEvents = deliveryOf(own.id, destinations);
    await deliverEvents({ count: warmUpEvents / destinations / 2 });
    const delivered = await deliverEvents({ count: events / destinations });
    besides.push({ name, y3, delivered });
  }
  const found = findings(measured);
  return {
    settings: { events, rounds, 'deliveries at once': concurrency },
    figures: [...found.figures, ...besides.map(besideFigure)],
    goals: [...found.goals, ...besides.flatMap(besideGoals)],
    checks: [
      ...measured.all.map(({ check }) => check),
      ...besides.map(({ name, delivered: { check } }) => ({ ...check, what: `${name}: ${check.what}` })),
    ],
  };
}

/** `y3`: requests/s just before, for destinations that answer immediately. */
type Beside = { name: string; y3: number | undefined; delivered: Delivered };

const rateOf = ({ startedAtMs, lastAtMs }: Delivered): number => events / ((lastAtMs - startedAtMs) / 1000);

const besideFigure = ({ name, delivered }: Beside): Figure => ({
  name: `${name}: delivered, ${events} at once`,
  value: rateOf(delivered),
  unit: 'deliveries/s',
});

const besideGoals = ({ name, y3, delivered }: Beside): Goal[] =>
  y3 === undefined ? [] : [atLeast(`${name}: delivered / y3`, rateOf(delivered) / y3, 0.35)];

type Step = { step: number; delivered: Delivered };
type Round = { y3: number; burst: Delivered; cpu: Readonly<Record<string, number>> };
type Measured = { rounds: readonly Round[]; open: readonly Step[]; all: readonly Delivered[] };

async function measureAll({
  subject,
  deliverEvents,
  signedPosts,
  tell,
}: {
  subject: Subject;
  deliverEvents: Deliver;
  signedPosts: (seconds: number) => Promise<LoadResult>;
  tell: (line: string) => void;
}): Promise<Measured> {
  tell('Warm-up.');
  const warmUp = await deliverEvents({ count: warmUpEvents });
  await signedPosts(2);
  const done: Round[] = [];
  for (let round = 1; round <= rounds; round += 1) {
    tell(`Round ${round} of ${rounds}: y3, signed POSTs to the receiver without the services.`);
    const { perSecond } = await signedPosts(yardstickSeconds);
    tell(`${events} events at once.`);
    const endWatch = await watchCpu(subject, ['notification']);
    const burst = await deliverEvents({ count: events });
    const cpu = perThousand(await endWatch(), events);
    done.push({ y3: perSecond, burst, cpu });
  }
  const open: Step[] = [];
  for (const step of Array.from({ length: turnsOfSteps }, () => steps).flat()) {
    const perSecond = topOf(done) * step;
    tell(`Open loop at ${Math.round(perSecond)} events/s.`);
    const count = Math.round(perSecond * openSeconds);
    open.push({ step, delivered: await deliverEvents({ count, perSecond }) });
  }
  const bursts = done.map(({ burst }) => burst);
  return {
    rounds: done,
    open,
    all: [warmUp, ...bursts, ...open.map(({ delivered }) => delivered)],
  };
}

const topOf = (done: readonly Round[]): number => median(done.map(({ burst }) => rateOf(burst)));

function findings({ rounds: done, open }: Measured): Pick<Findings, 'figures' | 'goals'> {
  const atHalf = latencyAt(open, 0.5);
  const cpu = mediansOf(done.map((round) => round.cpu));
  return {
    figures: [
      {
        name: `y3: signed POSTs, ${concurrency} at once`,
        value: median(done.map(({ y3 }) => y3)),
        unit: 'requests/s',
      },
      { name: `delivered, ${events} at once`, value: topOf(done), unit: 'events/s' },
      ...steps.flatMap((step) =>
        latencyFigures(`published to received at ${step} of the top rate`, latencyAt(open, step)),
      ),
      ...cpuFigures('deliveries', cpu),
    ],
    goals: [
      atLeast('delivered / y3', median(done.map(({ y3, burst }) => rateOf(burst) / y3)), 0.35),
      atMost('p50 at half the top rate, ms', atHalf.p50Ms, 25),
      atMost('p99 at half the top rate, ms', atHalf.p99Ms, 150),
      ...(cpu['all'] === undefined ? [] : [atMost('CPU of 1,000 deliveries, s', cpu['all'], 0.5)]),
    ],
  };
}

function mediansOf<Part extends string>(
  used: readonly Readonly<Record<Part, number>>[],
): Record<Part, number> {
  const parts = Object.keys(used[0] ?? {}) as Part[];
  const medians = parts.map((part) => [part, median(used.map((one) => one[part]))]);
  return Object.fromEntries(medians) as Record<Part, number>;
}

async function postsWithoutServices(
  { closing }: BenchContext,
  url: string,
  projectId: string,
): Promise<(seconds: number) => Promise<LoadResult>> {
  const load = await startLoad(closing);
  const { id, type, time, data } = lifecycleEvent(projectId, { atMs: Date.now() });
  const posts = {
    urls: [url],
    headers: { 'content-type': 'application/json' },
    bodies: [JSON.stringify({ notificationType: type, id, time, data })],
    connections: concurrency,
    signWith: `whsec_${randomBytes(32).toString('base64')}`,
  };
  return (seconds) => load.send({ ...posts, pace: { kind: 'closed', seconds } });
}

async function publishAndReceive(
  context: BenchContext,
  { servers }: Subject,
  receiver: Receiver,
): Promise<(projectId: string, destinations: number) => Deliver> {
  const publisher = await startPublisher(context);
  const { brokers } = servers.kafka;
  return (projectId, destinations) => async (task) => {
    const delivered = await receiver.receive(async () => {
      const startedAtMs = await publisher.perform({ brokers, projectId, ...task });
      return { startedAtMs, expected: task.count * destinations };
    });
    return { ...delivered, check: eachEventOnce(delivered.examined, task.count, destinations) };
  };
}

const latencyAt = (open: readonly Step[], wanted: number): LatencySummary =>
  mediansOf(open.filter(({ step }) => step === wanted).map(({ delivered }) => delivered.examined.latency));
