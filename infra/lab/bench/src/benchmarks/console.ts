import { setTimeout as sleep } from 'node:timers/promises';
import type { BenchContext, Benchmark } from '../benchmark.ts';
import { openList } from '../console/first-row.ts';
import {
  answeredOf,
  firstRows,
  lists,
  lookAt,
  marginMs,
  paceMs,
  rows,
  type Asked,
} from '../console/looks.ts';
import { signIn } from '../console/session.ts';
import { startGrowSide, type GrowSide } from '../grow/grow-side.ts';
import { percentile } from '../measure/latencies.ts';
import { atMost, type Findings } from '../report/report.ts';
import { usedCpu } from '../subject/used-cpu.ts';

/** As fast as they are answered: some thousand looks. */
const warming = { forMs: 10_000, everyMs: 0 };
const measured = { forMs: 30_000, everyMs: paceMs };
/** Unfinished operations. */
const waiting = 500;
const most = { percent: 5, firstPageMs: 500 } as const;

export const consoleBenchmark: Benchmark = {
  summary:
    '100 visible lists of operations, and the first page of one in a browser, among 1 million operations',
  usualSize: 1_000_000,
  run,
};

async function run(context: BenchContext): Promise<Findings> {
  const { tell, size } = context;
  const side = await startGrowSide(context, { name: 'console', total: size });
  tell(`Filling up to ${size} old operations.`);
  await side.old.fillUpTo(size);
  const goOn = await side.leaveWaiting(waiting);
  const cookie = await signIn(side);
  const shown = await firstRows(side, cookie);
  const since = new Date(Date.parse(shown[0]?.createTime ?? '') - marginMs).toISOString();
  const noneChanges = { cookie, since, running: [] };
  const eachMayChange = { ...noneChanges, running: shown.map(({ id }) => id) };

  tell('Opening a list again and again, in three ways.');
  const opened = await openList(side, context);
  tell('Looking until the code of it is compiled, as that of a process is that has run for long.');
  for (const shown of [noneChanges, eachMayChange]) await lookAt(side, shown, warming);
  tell('Nobody looks.');
  const alone = await cpuPercent(side, () => sleep(measured.forMs, undefined));
  tell(`${lists} lists, of which no row changes.`);
  const still = await cpuPercent(side, () => lookAt(side, noneChanges, measured));
  tell(`${lists} lists, of which each row may change.`);
  const changing = await cpuPercent(side, () => lookAt(side, eachMayChange, measured));
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
      ...opened.map(({ way, tookMs }) => ({
        name: `first row ${way}: p50`,
        value: percentile(tookMs, 50),
        unit: 'ms',
      })),
      ...used('nobody looks', alone),
      ...used('no row changes', still),
      ...used('each row may change', changing),
    ],
    goals: [
      ...opened.map(({ way, tookMs }) =>
        atMost(`first row ${way}: p95, ms`, percentile(tookMs, 95), most.firstPageMs),
      ),
      atMost('lists of which no row changes, % of a core', cost(still), most.percent),
      atMost('lists of which each row may change, % of a core', cost(changing), most.percent),
    ],
    checks: [answeredOf(still.asked), answeredOf(changing.asked), ...(await side.checks())],
  };
}

type Used = { all: number; each: Readonly<Record<string, number>>; asked: Asked };

async function cpuPercent({ subject }: GrowSide, act: () => Promise<Asked | undefined>): Promise<Used> {
  const own = async () => {
    const { operations = 0, installations = 0, Postgres = 0 } = await usedCpu(subject, services);
    return { operations, installations, Postgres };
  };
  const before = await own();
  const startedAtMs = performance.now();
  const asked = (await act()) ?? { answered: 0, refused: 0 };
  const after = await own();
  const tookMs = performance.now() - startedAtMs;
  const share = (name: keyof typeof after) => ((after[name] - before[name]) / tookMs) * 1_000 * 100;
  const each = {
    operations: share('operations'),
    installations: share('installations'),
    Postgres: share('Postgres'),
  };
  return { each, all: each.operations + each.installations + each.Postgres, asked };
}

const services = ['operations', 'installations'] as const;
