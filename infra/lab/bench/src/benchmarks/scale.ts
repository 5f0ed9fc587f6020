import { createClosing } from '@writ/service-kit';
import type { Verdict } from '@writ/test-kit/laboratory';
import type { BenchContext, Benchmark } from '../benchmark.ts';
import { openCpuQuota, type CpuQuota } from '../measure/cpu-quota.ts';
import { renderNumber } from '../report/render-table.ts';
import { partNames, type Choices, type PartName } from '../choices.ts';
import type { Findings } from '../report/report.ts';
import type { Cell, MeasuredCell } from '../scale/cell.ts';
import { startHeld } from '../scale/held.ts';
import { gateways } from '../scale/measure-gateways.ts';
import { workers } from '../scale/measure-workers.ts';
import type { ScalePart, Words } from '../scale/scale-part.ts';
import { tableOf } from '../scale/scale-report.ts';

const parts: Readonly<Record<PartName, ScalePart>> = { workers, gateways };

export const scale: Benchmark = {
  summary: '1 to 8 workers and 1 to 2 gateways, each held at a quarter of a core and not: what more bring',
  usualSize: 20_000,
  usualChoices: {
    part: partNames,
    workers: ['1', '2', '4', '8'],
    accounts: ['1', '20', '200', '2000'],
    gateways: ['1', '2'],
    installations: ['20'],
    share: ['0.25', 'none'],
  },
  run,
};

async function run(context: BenchContext): Promise<Findings> {
  const { choices, size, closing } = context;
  const quota = await openCpuQuota(closing);
  const findings: Findings[] = [];
  for (const name of partNames)
    if (choices.part?.includes(name)) findings.push(await measurePart(context, parts[name], quota));
  return {
    settings: { size, 'held by': quota.how },
    figures: [],
    tables: findings.flatMap(({ tables = [] }) => tables),
    goals: findings.flatMap(({ goals }) => goals),
    checks: findings.flatMap(({ checks }) => checks),
  };
}

async function measurePart(context: BenchContext, part: ScalePart, quota: CpuQuota): Promise<Findings> {
  const { choices, tell, size } = context;
  const { words } = part;
  const closing = createClosing();
  context.closing.add(closing, (own) => own.close());
  const own = { ...context, closing };
  const held = await startHeld(own, { service: part.service, part: words.processes, quota });
  await held.growTo(1);
  const { warmUp, measure } = await part.start(own, held);
  const cells: MeasuredCell[] = [];
  for (const processes of numbers(choices[words.processes])) {
    await held.growTo(processes);
    tell(`${processes} ${words.processes}: warm-up.`);
    await warmUp();
    for (const asked of cellsOf(choices, words, quota)) {
      const cell = await measure({ processes, ...asked }, size);
      cells.push(cell);
      tell(`${nameOf(words, cell)}: ${renderNumber(cell.perSecond)} ${words.units}/s.`);
    }
  }
  await closing.close();
  return {
    settings: {},
    figures: [],
    tables: [tableOf(words, cells)],
    goals: part.goals(cells),
    checks: cells.map((cell) => checkOf(words, cell)),
  };
}

const cellsOf = (choices: Choices, words: Words, quota: CpuQuota): Omit<Cell, 'processes'>[] =>
  numbers(choices[words.width]).flatMap((width) =>
    sharesOf(choices.share, quota).map((share) => ({ width, share })),
  );

const nameOf = ({ processes, width }: Words, cell: Cell): string =>
  `${cell.processes} ${processes} × ${cell.width} ${width}, share ${cell.share ?? 'none'}`;

const checkOf = (words: Words, cell: MeasuredCell): Verdict => ({
  what: `${nameOf(words, cell)}: nothing lost, doubled or out of order`,
  holds: cell.checks.every(({ holds }) => holds),
  detail: cell.checks.map(({ detail }) => detail).join('; '),
});

/** Ascending: processes are only added. */
const numbers = (texts: readonly string[] = []): number[] => texts.map(Number).toSorted((a, b) => a - b);

/** Nothing can be held without a CPU quota. */
const sharesOf = (texts: readonly string[] = [], { canHold }: CpuQuota): (number | undefined)[] =>
  canHold ? texts.map((text) => (text === 'none' ? undefined : Number(text))) : [undefined];
