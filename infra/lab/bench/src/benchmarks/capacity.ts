import type { BenchContext, Benchmark } from '../benchmark.ts';
import {
  errorOf,
  goodError,
  needOf,
  parts,
  works,
  type Cost,
  type Need,
  type UnitCosts,
} from '../capacity/model.ts';
import { measureWorks, predictions, steadyPerSecond } from '../capacity/works.ts';
import { atMost, type Findings, type Table } from '../report/report.ts';
import { startBench } from '../subject/start-bench.ts';

export const capacity: Benchmark = {
  summary:
    'what a write, a call and a delivery take in each process and store, whether the sum predicts a mixture, and a steady low rate',
  usualSize: 10_000,
  run,
};

/** Writes per second. */
const loads = [1_000, 10_000, 100_000];

/** Below it, ticks of 10 ms and idle programs outweigh the work. */
const leastSeconds = 0.5;

async function run(context: BenchContext): Promise<Findings> {
  const bench = await startBench(context, 1, { replicas: { operations: 1 }, postgres: ['autovacuum=off'] });
  const { costs, mixed, steady } = await measureWorks({ bench, context });
  const predicted = predictions(costs, mixed);
  const judged = predicted.filter(
    ({ name, measured }) => !name.startsWith('CPU') || measured >= leastSeconds,
  );
  return {
    settings: { units: context.size, ...mixed.load },
    figures: [],
    tables: [costTable(costs), predictionTable(predicted), loadTable(costs, steady)],
    goals: judged.map(({ name, predicted: value, measured }) =>
      atMost(`error of the prediction, ${name}`, errorOf(value, measured), goodError),
    ),
    checks: [],
  };
}

const rounded = (value: number): number => Number(value.toPrecision(3));

const costTable = (costs: UnitCosts): Table => ({
  title: 'Costs of one',
  columns: ['', ...parts.map((part) => `${part}, ms`), 'rows', 'commits', 'WAL, bytes', 'at rest, bytes'],
  rows: works.map((work) => {
    const { cpuMs, rows, commits, walBytes, restBytes } = costs[work];
    const counts = [rows, commits, walBytes, restBytes];
    return [work, ...[...parts.map((part) => cpuMs[part] ?? 0), ...counts].map(rounded)];
  }),
});

const predictionTable = (predicted: ReturnType<typeof predictions>): Table => ({
  title: 'A mixed load',
  columns: ['', 'predicted', 'measured'],
  rows: predicted.map((one) => [one.name, rounded(one.predicted), rounded(one.measured)]),
});

/** The first row is measured; the others assume a backlog. */
const loadTable = (costs: UnitCosts, steady: Cost): Table => ({
  title: 'Asynchronous writes with a delivery each: busy cores and disk',
  columns: ['writes/s', ...parts, 'commits/s', 'WAL, MB/s', 'at rest, GB/day'],
  rows: [
    loadRow(steadyPerSecond, needOf({ ...costs, asynchronous: steady }, { asynchronous: steadyPerSecond })),
    ...loads.map((each) => loadRow(each, needOf(costs, { asynchronous: each, delivery: each }))),
  ],
});

function loadRow(perSecond: number, need: Need): number[] {
  const counts = [need.commitsPerSecond, need.walMbPerSecond, need.restGbPerDay];
  return [perSecond, ...[...parts.map((part) => need.cores[part]), ...counts].map(rounded)];
}
