import { setTimeout as sleep } from 'node:timers/promises';
import { openBrowser } from '@writ/test-kit/browser';
import { request } from 'undici';
import type { BenchContext, Benchmark } from '../benchmark.ts';
import { startGrowSide, type GrowSide } from '../grow/grow-side.ts';
import { startLoad } from '../load/load-process.ts';
import { percentile } from '../measure/latencies.ts';
import { atMost, type Check, type Findings } from '../report/report.ts';
import { usedCpu } from '../subject/used-cpu.ts';

/** Lists of operations that somebody looks at. */
const lists = 100;
/** How often the console asks what a list shows anew (`listPaceMs` of its `data/writes/operations.ts`). */
const paceMs = 3_000;
/** As many rows as a window shows, with those just outside of it. */
const rows = 28;
const measuredMs = 20_000;
/** So many are not ended. */
const waiting = 500;
const openings = 15;
const most = { percent: 5, firstPageMs: 500 } as const;

/** What people who look at lists cost, and how soon they see the first page among very many (Quality, Benchmarks). */
export const consoleBenchmark: Benchmark = {
  summary:
    '100 visible lists of operations, and the first page of one in a browser, among 1 million operations',
  usualSize: 1_000_000,
  run,
};

async function run(context: BenchContext): Promise<Findings> {
  const { tell, size, closing } = context;
  const load = await startLoad(closing);
  const side = await startGrowSide(context, { name: 'console', load, total: size });
  tell(`Filling up to ${size} old operations.`);
  await side.old.fillUpTo(size);
  const goOn = await side.leaveWaiting(waiting);
  const cookie = await signIn(side);
  const shown = await firstRows(side, cookie);

  tell(`Opening a list ${openings} times.`);
  const openedMs = await openList(side, context);
  tell('Nobody looks.');
  const alone = await cpuPercent(side, () => sleep(measuredMs, undefined));
  tell(`${lists} lists, of which no row changes.`);
  const still = await cpuPercent(side, () => lookAt(side, cookie, shown, []));
  tell(`${lists} lists, of which each row may change.`);
  const changing = await cpuPercent(side, () => lookAt(side, cookie, shown, shown));
  await goOn();

  const cost = (of: Used) => Math.max(0, of.all - alone.all);
  const used = (words: string, of: Used) =>
    Object.entries(of.each).map(([name, value]) => ({
      name: `${words}: ${name}`,
      value,
      unit: '% of a core',
    }));
  return {
    settings: { operations: size, lists, 'pace, ms': paceMs, rows },
    figures: [
      { name: 'from the address to the first row: p50', value: percentile(openedMs, 50), unit: 'ms' },
      ...used('nobody looks', alone),
      ...used('no row changes', still),
      ...used('each row may change', changing),
    ],
    goals: [
      atMost('from the address to the first row: p95, ms', percentile(openedMs, 95), most.firstPageMs),
      atMost('lists of which no row changes, % of a core', cost(still), most.percent),
      atMost('lists of which each row may change, % of a core', cost(changing), most.percent),
    ],
    checks: [answeredOf(still.asked), answeredOf(changing.asked), ...(await side.checks())],
  };
}

type Used = { all: number; each: Readonly<Record<string, number>>; asked: Asked };
type Parameter = [name: string, value: string];
type Asked = { answered: number; refused: number };

const answeredOf = ({ answered, refused }: Asked): Check => ({
  name: 'every question of a list is answered',
  holds: answered > 0 && refused === 0,
  detail: `${answered} answered, ${refused} refused`,
});

/** Share of a core that the processes of the management host and Postgres take while something goes on, in percent. */
async function cpuPercent({ subject }: GrowSide, act: () => Promise<Asked | undefined>): Promise<Used> {
  const own = async () => {
    const { operations = 0, installations = 0, Postgres = 0 } = await usedCpu(subject, services);
    return { operations, installations, Postgres };
  };
  const before = await own();
  const startedAtMs = performance.now();
  const asked = (await act()) ?? { answered: 0, refused: 0 };
  const after = await own();
  const share = (name: keyof typeof after) =>
    ((after[name] - before[name]) / (performance.now() - startedAtMs)) * 1_000 * 100;
  const each = {
    operations: share('operations'),
    installations: share('installations'),
    Postgres: share('Postgres'),
  };
  return { each, all: each.operations + each.installations + each.Postgres, asked };
}

const services = ['operations', 'installations'] as const;

/** Asks as so many lists do, each at its own time; an answer that comes late delays its own list alone. */
async function lookAt(
  side: GrowSide,
  cookie: string,
  [newest = '']: readonly string[],
  running: readonly string[],
): Promise<Asked> {
  const asked = { answered: 0, refused: 0 };
  const endsAtMs = performance.now() + measuredMs;
  const question: Parameter[] = [
    ['newerThan', newest],
    ...running.map((id): Parameter => ['shownIds', id]),
    ['countOnly', 'true'],
    ['pageSize', '100'],
  ];
  const look = async (place: number): Promise<void> => {
    await sleep((place / lists) * paceMs);
    let version: string | undefined;
    while (performance.now() < endsAtMs) {
      const startedAtMs = performance.now();
      const known: Parameter[] = version === undefined ? [] : [['shownVersion', version]];
      const answer = await answerTo(side, cookie, new URLSearchParams([...question, ...known]).toString());
      ({ version } = answer);
      asked.answered += 1;
      asked.refused += answer.status === 200 ? 0 : 1;
      await sleep(Math.max(0, paceMs - (performance.now() - startedAtMs)));
    }
  };
  await Promise.all(Array.from({ length: lists }, (_, place) => look(place)));
  return asked;
}

/** What the console sends with each request of its session. */
const ofConsole = { 'x-writ-console': '1' };

async function answerTo(
  side: GrowSide,
  cookie: string,
  query: string,
): Promise<{ status: number; version?: string }> {
  const { statusCode, body } = await request(`${operationsOf(side)}?${query}`, {
    headers: { cookie, ...ofConsole, prefer: 'wait=1' },
  });
  return { ...((await body.json()) as { version?: string }), status: statusCode };
}

const operationsOf = ({ subject, project }: GrowSide): string =>
  `${subject.stack.managementUrl}/v1/projects/${project.name}/operations`;

const proofOf = ({ project }: GrowSide) => ({
  body: JSON.stringify({ apiKey: project.apiKey }),
  headers: { 'content-type': 'application/json', ...ofConsole },
});

/** Signs in as the console does; gives the cookie of the session. */
async function signIn(side: GrowSide): Promise<string> {
  const answer = await request(`${side.subject.stack.managementUrl}/v1/session`, {
    method: 'POST',
    ...proofOf(side),
  });
  await answer.body.dump();
  const [set] = [answer.headers['set-cookie']].flat();
  if (answer.statusCode !== 201 || set === undefined) throw new Error(`Signing in: ${answer.statusCode}`);
  return set.split(';')[0] ?? '';
}

async function firstRows(side: GrowSide, cookie: string): Promise<string[]> {
  const { body } = await request(`${operationsOf(side)}?pageSize=${rows}`, {
    headers: { cookie, ...ofConsole },
  });
  const { results } = (await body.json()) as { results: readonly { id: string }[] };
  return results.map(({ id }) => id);
}

const told = 'first row';

/** Has the page tell when its first row has been drawn: who asks from outside, as Playwright does, looks twice a second. */
const tellFirstRow = `new MutationObserver((_, observer) => {
  if (document.querySelector('[data-row="0"]') === null) return;
  observer.disconnect();
  requestAnimationFrame(() => setTimeout(() => console.debug('${told}', performance.now())));
}).observe(document, { childList: true, subtree: true });`;

/**
 * Opens the list in a browser that has nothing of it, as a new user's, again and again; gives how long each took to show its
 * first row.
 */
async function openList(side: GrowSide, { environment, closing }: BenchContext): Promise<Float64Array> {
  const browser = closing.add(await openBrowser(environment['PATH'] ?? ''), (opened) => opened.close());
  const { managementUrl } = side.subject.stack;
  const tookMs = new Float64Array(openings);
  for (let time = 0; time < openings; time += 1) {
    const context = await browser.newContext({ viewport: { width: 1280, height: 844 } });
    const { body, headers } = proofOf(side);
    await context.request.post(`${managementUrl}/v1/session`, { data: body, headers });
    await context.addInitScript({ content: tellFirstRow });
    const page = await context.newPage();
    const drawn = page.waitForEvent('console', (message) => message.text().startsWith(told));
    await page.goto(`${managementUrl}/console/projects/${side.project.name}/operations`, {
      waitUntil: 'commit',
    });
    // Since the address was asked for, as the browser counts.
    tookMs[time] = Number((await drawn).text().slice(told.length));
    await context.close();
  }
  return tookMs.sort();
}
