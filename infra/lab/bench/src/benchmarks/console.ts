import { setTimeout as sleep } from 'node:timers/promises';
import { percentile } from '@writ/test-kit';
import type { BenchContext, Benchmark } from '../benchmark.ts';
import { openList } from '../console/first-row.ts';
import { answeredOf, firstRows, lists, lookAt, marginMs, paceMs, rows } from '../console/looks.ts';
import { signIn } from '../console/session.ts';
import { startGrowSide, type GrowSide } from '../grow/grow-side.ts';
import { atMost, type Findings } from '../report/report.ts';
import { percentOfCore, watchCpu } from '../subject/used-cpu.ts';

/** Without pauses: some thousand looks. */
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
  const alone = await cpuOf(side, () => sleep(measured.forMs));
  tell(`${lists} lists, of which no row changes.`);
  const still = await cpuOf(side, () => lookAt(side, noneChanges, measured));
  tell(`${lists} lists, of which each row may change.`);
  const changing = await cpuOf(side, () => lookAt(side, eachMayChange, measured));
  await goOn();

  const cost = ({ used }: Pick<typeof still, 'used'>) => Math.max(0, sumOf(used) - sumOf(alone.used));
  const figuresOf = (words: string, used: Readonly<Record<string, number>>) =>
    Object.entries(used).map(([name, value]) => ({ name: `${words}: ${name}`, value, unit: '% of a core' }));
  return {
    settings: { operations: size, lists, 'pace, ms': paceMs, rows },
    figures: [
      ...opened.map(({ way, tookMs }) => ({
        name: `first row ${way}: p50`,
        value: percentile(tookMs, 50),
        unit: 'ms',
      })),
      ...figuresOf('nobody looks', alone.used),
      ...figuresOf('no row changes', still.used),
      ...figuresOf('each row may change', changing.used),
    ],
    goals: [
      ...opened.map(({ way, tookMs }) =>
        atMost(`first row ${way}: p95, ms`, percentile(tookMs, 95), most.firstPageMs),
      ),
      atMost('lists of which no row changes, % of a core', cost(still), most.percent),
      atMost('lists of which each row may change, % of a core', cost(changing), most.percent),
    ],
    checks: [answeredOf(still.result), answeredOf(changing.result), ...(await side.checks())],
  };
}

const services = ['operations', 'installations'] as const;

/** In percent of a core, with the result of `act`. */
async function cpuOf<Result>({ subject }: GrowSide, act: () => Promise<Result>) {
  const endWatch = await watchCpu(subject, services);
  const result = await act();
  return { result, used: percentOfCore(await endWatch()) };
}

/** Services that answer lists, and Postgres. */
const sumOf = ({
  operations = 0,
  installations = 0,
  Postgres = 0,
}: Readonly<Record<string, number>>): number => operations + installations + Postgres;
