import { openProject, type StackProject } from '@writ/stack';
import { eventually, median } from '@writ/test-kit';
import type { BenchContext, Benchmark } from '../benchmark.ts';
import { startLoad } from '../load/load-process.ts';
import type { LoadTask } from '../load/load-task.ts';
import type { LatencySummary } from '../measure/latencies.ts';
import { lifecycleEvent } from '../publish/lifecycle-event.ts';
import { startReceiver } from '../receiver/start-receiver.ts';
import { atMost, type Check, type Figure, type Findings } from '../report/report.ts';
import { routeEvents } from '../subject/route-events.ts';
import { startSubject } from '../subject/start-subject.ts';

const destinations = 20;
/** The last of them: one never answers, one answers 500 to one request of ten. */
const failing = 2;
const perSecond = 15;
const usualSeconds = 60;
const warmUpSeconds = 15;
const slices = 3;
const deliveryLimitMs = 90_000;

/** What destinations that fail cost those beside them (Quality, Benchmarks). */
export const mixed: Benchmark = {
  summary:
    '20 destinations of which one never answers and one fails now and then: what the others feel of it',
  usualSize: usualSeconds,
  run,
};

type Received = { latency: LatencySummary; check: Check };

async function run(context: BenchContext): Promise<Findings> {
  const { tell, closing, size } = context;
  const subject = await startSubject(context);
  const receiver = await startReceiver(closing);
  const { url } = await receiver.perform({ do: 'listen' });
  const urls = Array.from({ length: destinations }, (_, place) => `${url}/${place}`);
  const apart = urls.slice(-failing).map((each) => new URL(each).pathname);
  const others = destinations - failing;
  const projects: Readonly<Record<Way, StackProject>> = {
    without: await openProject(subject.management, 'bench-without'),
    honest: await openProject(subject.management, 'bench-honest'),
    failing: await openProject(subject.management, 'bench-failing'),
  };
  await routeEvents(projects.without, urls.slice(0, others));
  await routeEvents(projects.honest, urls);
  await routeEvents(projects.failing, urls);
  const load = await startLoad(closing);

  let from = 0;
  const send = async (way: Way, seconds: number): Promise<Received> => {
    await receiver.perform({ do: 'forget' });
    await receiver.perform({ do: 'behave', apart, fail: way === 'failing' });
    const pace = { kind: 'open', perSecond, seconds } as const;
    const { sent } = await load.send({
      ...postsOf(subject.stack.managementUrl, projects[way]),
      connections: 64,
      from,
      pace,
    });
    from += sent;
    const wanted = sent * others;
    await eventually(async () => (await receiver.perform({ do: 'count' })).received >= wanted, {
      withinMs: deliveryLimitMs,
      everyMs: 100,
    });
    const { examined } = await receiver.perform({ do: 'examine' });
    if (!examined) throw new Error('The receiver did not say what it had received');
    const { eventIds, latency, repeatedWebhookIds } = examined;
    const check = {
      name: `${titles[way]}: each event came once to each of the others`,
      holds: eventIds.length === wanted && repeatedWebhookIds === 0,
      detail: `${eventIds.length} of ${wanted}, ${repeatedWebhookIds} of them repeated`,
    };
    return { latency, check };
  };

  tell('Warm-up.');
  await send('honest', warmUpSeconds);
  const rounds: Record<Way, Received[]> = { without: [], honest: [], failing: [] };
  // In turn, so that what else the machine does strikes all of them.
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

const postsOf = (
  managementUrl: string,
  { id, name, apiKey }: StackProject,
): Pick<LoadTask, 'urls' | 'headers' | 'bodies'> => ({
  urls: [`${managementUrl}/v1/projects/${name}/events`],
  headers: { 'x-api-key': apiKey, 'content-type': 'application/json' },
  bodies: [JSON.stringify({ ...lifecycleEvent(id, 0), id: '{n}', time: '{time}' })],
});

function findings(rounds: Readonly<Record<Way, readonly Received[]>>, size: number): Findings {
  // The middle one of the slices: one that something else disturbed does not count.
  const middle = (way: Way, pick: (latency: LatencySummary) => number): number =>
    median(
      rounds[way].map(({ latency }) => pick(latency)),
      Infinity,
    );
  const p99 = (way: Way) => middle(way, ({ p99Ms }) => p99Ms);
  const figures = ways.flatMap((way): Figure[] => [
    { name: `${titles[way]}: p50`, value: middle(way, ({ p50Ms }) => p50Ms), unit: 'ms' },
    { name: `${titles[way]}: p99`, value: p99(way), unit: 'ms' },
  ]);
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
