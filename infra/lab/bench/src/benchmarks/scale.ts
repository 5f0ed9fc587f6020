import { createClosing } from '@writ/service-kit';
import type { BenchContext, Benchmark } from '../benchmark.ts';
import { openCpuQuota, type CpuQuota } from '../measure/cpu-quota.ts';
import { renderNumber } from '../report/render-table.ts';
import { partNames, type Choices, type PartName } from '../choices.ts';
import type { Check, Findings } from '../report/report.ts';
import { ofMedianRounds, type Cell, type MeasuredCell } from '../scale/cell.ts';
import { gateways } from '../scale/measure-gateways.ts';
import { notifications } from '../scale/measure-notifications.ts';
import { workers } from '../scale/measure-workers.ts';
import type { ScalePart, Words } from '../scale/scale-part.ts';
import { costliest, tablesOf } from '../scale/scale-report.ts';
import { startHeld } from '../scale/start-held.ts';

const shownStatements = 12;

const parts: Readonly<Record<PartName, ScalePart>> = { workers, notifications, gateways };

/** What more processes bring (Quality, Benchmarks). */
export const scale: Benchmark = {
  summary:
    '1 to 8 workers, notification processes and gateways, each held at a quarter of a core and not: what more bring',
  usualSize: 20_000,
  usualChoices: {
    part: partNames,
    workers: ['1', '2', '4', '8'],
    accounts: ['1', '20', '200', '2000'],
    notifications: ['1', '2', '4', '8'],
    destinations: ['1', '20', '200'],
    gateways: ['1', '2'],
    installations: ['20'],
    share: ['0.25', 'none'],
    rounds: ['1'],
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
    settings: { size, rounds: roundsOf(choices), 'held by': quota.how },
    figures: [],
    tables: findings.flatMap(({ tables = [] }) => tables),
    goals: findings.flatMap(({ goals }) => goals),
    checks: findings.flatMap(({ checks }) => checks),
  };
}

/** In a system of its own, which is gone before the next. */
async function measurePart(context: BenchContext, part: ScalePart, quota: CpuQuota): Promise<Findings> {
  const { choices, tell, size } = context;
  const { words } = part;
  const closing = createClosing();
  context.closing.add(closing, (own) => own.close());
  const own = { ...context, closing };
  const held = await startHeld(own, { service: part.service, part: words.processes, quota });
  await held.growTo(1);
  const { warmUp, measure } = await part.start(own, held);
  const measured: MeasuredCell[] = [];
  for (const processes of numbers(choices[words.processes])) {
    await held.growTo(processes);
    tell(`${processes} ${words.processes}: warm-up.`);
    await warmUp();
    for (const asked of inTurn(choices, words, quota)) {
      const cell = await measure({ processes, ...asked }, size);
      measured.push(cell);
      const rate = `${renderNumber(cell.perSecond)} ${words.units}/s`;
      tell(`${nameOf(words, cell)}: ${rate}. Costliest statements:`);
      for (const line of costliest(cell, shownStatements)) tell(`  ${line}`);
    }
  }
  await closing.close();
  const cells = ofMedianRounds(measured);
  return {
    settings: {},
    figures: [],
    tables: tablesOf(words, cells),
    goals: part.goals(cells),
    checks: cells.map((cell) => checkOf(words, cell)),
  };
}

/** What is measured of so many processes: each cell once a round, so that what changes with time changes all of these. */
function inTurn(choices: Choices, words: Words, quota: CpuQuota): Omit<Cell, 'processes'>[] {
  const round = numbers(choices[words.width]).flatMap((width) =>
    sharesOf(choices.share, quota).map((share) => ({ width, share })),
  );
  return Array.from({ length: roundsOf(choices) }, () => round).flat();
}

const roundsOf = ({ rounds: [rounds] = [] }: Choices): number => Number(rounds ?? 1);

const nameOf = ({ processes, width }: Words, cell: Cell): string =>
  `${cell.processes} ${processes} × ${cell.width} ${width}, share ${cell.share ?? 'none'}`;

const checkOf = (words: Words, cell: MeasuredCell): Check => ({
  name: `${nameOf(words, cell)}: nothing lost, doubled or out of order`,
  holds: cell.checks.every(({ holds }) => holds),
  detail: cell.checks.map(({ detail }) => detail).join('; '),
});

/** Fewest first, since processes are only added. */
const numbers = (texts: readonly string[] = []): number[] => texts.map(Number).toSorted((a, b) => a - b);

/** Without a quota nothing is held: there is one way to run them. */
const sharesOf = (texts: readonly string[] = [], { canHold }: CpuQuota): (number | undefined)[] =>
  canHold ? texts.map((text) => (text === 'none' ? undefined : Number(text))) : [undefined];
