import { createClosing } from '@writ/service-kit';
import type { BenchContext, Benchmark } from '../benchmark.ts';
import { openCpuQuota, type CpuQuota } from '../measure/cpu-quota.ts';
import { renderNumber } from '../report/render-table.ts';
import type { Check, Findings, Goal } from '../report/report.ts';
import type { MeasuredCell } from '../scale/cell.ts';
import { workers } from '../scale/measure-workers.ts';
import type { ScalePart } from '../scale/scale-part.ts';
import { costliest, tablesOf, workerGoals } from '../scale/scale-report.ts';
import { startHeld } from '../scale/start-held.ts';

const shownStatements = 12;

/** A part, how many processes and how much beside it are measured, and what its figures should be. */
const parts = {
  workers: { part: workers, processes: 'workers', widths: 'accounts', goals: workerGoals },
} as const satisfies Record<string, PartPlan>;

type PartPlan = {
  part: ScalePart;
  processes: 'workers';
  widths: 'accounts';
  goals: (cells: readonly MeasuredCell[]) => Goal[];
};

/** What more processes bring (Quality, Benchmarks). */
export const scale: Benchmark = {
  summary:
    '1 to 8 workers, each held at a quarter of a core and not, over 1 to 2,000 accounts: what more bring',
  usualSize: 20_000,
  usualChoices: {
    part: Object.keys(parts),
    workers: ['1', '2', '4', '8'],
    accounts: ['1', '20', '200', '2000'],
    share: ['0.25', 'none'],
  },
  run,
};

async function run(context: BenchContext): Promise<Findings> {
  const { choices, size, closing } = context;
  const quota = await openCpuQuota(closing);
  const findings: Findings[] = [];
  for (const name of choices.part ?? []) {
    const plan = (parts as Readonly<Record<string, PartPlan>>)[name];
    if (plan) findings.push(await measurePart(context, plan, quota));
  }
  return {
    settings: { size, 'held by': quota.how },
    figures: [],
    tables: findings.flatMap(({ tables = [] }) => tables),
    goals: findings.flatMap(({ goals }) => goals),
    checks: findings.flatMap(({ checks }) => checks),
  };
}

/** In a system of its own, which is gone before the next. */
async function measurePart(context: BenchContext, plan: PartPlan, quota: CpuQuota): Promise<Findings> {
  const { choices, tell, size } = context;
  const { part } = plan;
  const { words } = part;
  const closing = createClosing();
  context.closing.add(closing, (own) => own.close());
  const own = { ...context, closing };
  const held = await startHeld(own, { service: part.service, part: words.processes, quota });
  await held.growTo(1);
  const { warmUp, measure } = await part.start(own, held);
  const cells: MeasuredCell[] = [];
  for (const processes of numbers(choices[plan.processes])) {
    await held.growTo(processes);
    tell(`${processes} ${words.processes}: warm-up.`);
    await warmUp();
    for (const width of numbers(choices[plan.widths]))
      for (const share of sharesOf(choices.share, quota)) {
        const cell = await measure({ processes, width, share }, size);
        cells.push(cell);
        const at = `${processes} ${words.processes} × ${width} ${words.width}, share ${share ?? 'none'}`;
        tell(`${at}: ${renderNumber(cell.perSecond)} ${words.units}/s. Costliest statements:`);
        for (const line of costliest(cell, shownStatements)) tell(`  ${line}`);
      }
  }
  await closing.close();
  return {
    settings: {},
    figures: [],
    tables: tablesOf(words, cells),
    goals: plan.goals(cells),
    checks: cells.map(checkOf),
  };
}

const checkOf = ({ processes, width, share, checks }: MeasuredCell): Check => ({
  name: `${processes} × ${width}, share ${share ?? 'none'}: nothing lost, doubled or out of order`,
  holds: checks.every(({ holds }) => holds),
  detail: checks.map(({ detail }) => detail).join('; '),
});

/** Fewest first, since processes are only added. */
const numbers = (texts: readonly string[] = []): number[] => texts.map(Number).toSorted((a, b) => a - b);

/** Without a quota nothing is held: there is one way to run them. */
const sharesOf = (texts: readonly string[] = [], { canHold }: CpuQuota): (number | undefined)[] =>
  canHold ? texts.map((text) => (text === 'none' ? undefined : Number(text))) : [undefined];
