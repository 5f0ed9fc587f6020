import type { BacklogCase } from '../choices.ts';
import type { Findings } from '../report/report.ts';
import { backlogCases, type MeasuredWork } from './cases.ts';

/** One table of all that was measured, and the goals of its cases. */
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
        rows: works.map((work) => [
          work.title,
          work.records,
          work.calls,
          work.calls / work.records,
          work.seconds,
          work.tooMany,
          work.longestGapSeconds,
        ]),
      },
    ],
    goals: cases.flatMap((one) => one.goals(one.measured)),
    checks: works.map(({ check }) => check),
  };
}
