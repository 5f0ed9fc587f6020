import { deliverTo, openProject, publishedType, type StackProject } from '@writ/stack';
import { median } from '@writ/test-kit';
import type { Verdict } from '@writ/test-kit/laboratory';
import type { BenchContext, Benchmark } from '../benchmark.ts';
import { startLoad } from '../load/load-process.ts';
import type { LatencySummary } from '../measure/latencies.ts';
import { eachEventOnce } from '../receiver/each-event-once.ts';
import { atMost, latencyFigures, type Findings } from '../report/report.ts';
import { eventLoad, startReceiver, startSubject } from '../subject/start-bench.ts';

const destinations = 20;
/** The last ones: one never answers, one answers 500 to every tenth request. */
const failing = 2;
const perSecond = 15;
const usualSeconds = 60;
const warmUpSeconds = 15;
const slices = 3;

export const mixed: Benchmark = {
  summary:
    '20 destinations of which one never answers and one fails now and then: what the others feel of it',
  usualSize: usualSeconds,
  run,
};

type Received = { latency: LatencySummary; check: Verdict };

async function run(context: BenchContext): Promise<Findings> {
  const { tell, closing, size } = context;
  const subject = await startSubject(context);
  const receiver = await startReceiver(context);
  const urls = Array.from({ length: destinations }, (_, place) => `${receiver.url}/${place}`);
  const apart = urls.slice(-failing).map((each) => new URL(each).pathname);
  const others = destinations - failing;
  const projects: Readonly<Record<Way, StackProject>> = {
    without: await openProject(subject.management, 'bench-without'),
    honest: await openProject(subject.management, 'bench-honest'),
    failing: await openProject(subject.management, 'bench-failing'),
  };
  const eventTypes = [publishedType] as const;
  await deliverTo(projects.without, { urls: urls.slice(0, others), eventTypes });
  await deliverTo(projects.honest, { urls, eventTypes });
  await deliverTo(projects.failing, { urls, eventTypes });
  const load = await startLoad(closing);

  let from = 0;
  const send = async (way: Way, seconds: number): Promise<Received> => {
    await receiver.behave({ apart, fail: way === 'failing' });
    const task = { ...eventLoad(subject, projects[way]), from };
    const { sent, examined } = await receiver.receive(async () => {
      const result = await load.send({ ...task, pace: { kind: 'open', perSecond, seconds } });
      return { sent: result.sent, expected: result.sent * others };
    });
    from += sent;
    const once = eachEventOnce(examined, sent, others);
    return { latency: examined.latency, check: { ...once, what: `${titles[way]}: ${once.what}` } };
  };

  tell('Warm-up.');
  await send('honest', warmUpSeconds);
  const rounds: Record<Way, Received[]> = { without: [], honest: [], failing: [] };
  // In turn, so that other load affects all.
  for (let slice = 0; slice < slices; slice += 1)
    for (const way of ways) {
      tell(`${titles[way]}.`);
      rounds[way].push(await send(way, size / slices));
    }
  return findings(rounds, size);
}

const ways = ['without', 'honest', 'failing'] as const;
type Way = (typeof ways)[number];
const titles: Readonly<Record<Way, string>> = {
  without: 'without the two',
  honest: 'beside the two, which answer',
  failing: 'beside the two, which fail',
};

function findings(rounds: Readonly<Record<Way, readonly Received[]>>, size: number): Findings {
  // The median ignores a disturbed slice.
  const middle = (way: Way, pick: (latency: LatencySummary) => number): number =>
    median(
      rounds[way].map(({ latency }) => pick(latency)),
      Infinity,
    );
  const p99 = (way: Way) => middle(way, ({ p99Ms }) => p99Ms);
  const figures = ways.flatMap((way) =>
    latencyFigures(titles[way], { p50Ms: middle(way, ({ p50Ms }) => p50Ms), p99Ms: p99(way) }),
  );
  return {
    settings: { destinations, 'events/s': perSecond, seconds: size },
    figures,
    goals: [
      atMost('p99 beside the two, which fail / without them', p99('failing') / p99('without'), 1.1),
      atMost('p99 beside the two, which fail / which answer', p99('failing') / p99('honest'), 1.1),
    ],
    checks: ways.flatMap((way) => rounds[way].map(({ check }) => check)),
  };
}
