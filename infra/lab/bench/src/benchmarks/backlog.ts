import { backlogCases, type MeasuredWork } from '../backlog/cases.ts';
import { measureWork } from '../backlog/measure-work.ts';
import { startBed } from '../backlog/start-bed.ts';
import type { BenchContext, Benchmark } from '../benchmark.ts';
import { backlogCaseNames, slowCaseNames, type BacklogCase } from '../choices.ts';
import type { Findings } from '../report/report.ts';

export const backlog: Benchmark = {
  summary: 'accepted single writes: how many provider calls they take, and how long within a quota',
  usualSize: 2_000,
  usualChoices: { case: backlogCaseNames.filter((name) => !slowCaseNames.includes(name)) },
  run,
};

async function run(context: BenchContext): Promise<Findings> {
  const { choices, size, tell } = context;
  const asked = choices.case ?? [];
  const names = backlogCaseNames.filter((name) => asked.includes(name) || asked.includes('all'));
  const bed = await startBed(context);
  const measured = new Map<BacklogCase, MeasuredWork[]>();
  for (const name of names) {
    const works: MeasuredWork[] = [];
    for (const [place, work] of backlogCases[name].works(size).entries())
      works.push(await measureWork(bed, work, { name: `${name}-${place}`, tell }));
    measured.set(name, works);
  }
  return backlogFindings(size, measured);
}

export function backlogFindings(
  size: number,
  measured: ReadonlyMap<BacklogCase, readonly MeasuredWork[]>,
): Findings {
  const cases = [...measured].map(([name, works]) => ({ ...backlogCases[name], measured: works }));
  const works = cases.flatMap((one) => one.measured);
  return {
    settings: { size, 'calls in 10 s': 110 },
    figures: cases.flatMap((one) => one.figures?.(one.measured) ?? []),
    tables: [
      {
        title: 'Calls, as the sandbox counts them: look-ups, refusals and repetitions, too',
        columns: ['work', 'records', 'calls', 'calls/record', 'seconds', 'answered 429', 'longest gap, s'],
        rows: works.map(({ title, records, calls, seconds, tooMany, longestGapSeconds }) => [
          title,
          records,
          calls,
          calls / records,
          seconds,
          tooMany,
          longestGapSeconds,
        ]),
      },
    ],
    goals: cases.flatMap((one) => one.goals(one.measured)),
    checks: works.map(({ check }) => check),
  };
}
