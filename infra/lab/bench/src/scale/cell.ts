import { median } from '@writ/test-kit';
import type { Check } from '../report/report.ts';
import type { Use } from './watch-cell.ts';

/** What was measured at once: so many processes, held at a share of a core, over so many accounts or destinations. */
export type Cell = {
  processes: number;
  width: number;
  /** Undefined: they were not held. */
  share: number | undefined;
};

/** What a cell came to. */
export type MeasuredCell = Cell & {
  /** Writes, deliveries or records. */
  units: number;
  perSecond: number;
  use: Use;
  bound: Bound;
  checks: readonly Check[];
};

/** What kept a cell from being faster. */
export type Bound = 'share' | 'thread' | 'Postgres' | 'machine' | 'waits' | (typeof doubles)[number];

/** Processes of one thread that stand for others: what they bind says nothing. */
const doubles = ['sandbox', 'receiver', 'load'] as const;

/** From here on something counts as used up; a process that is held waits at begin and end for work, too. */
const nearlyAll = 0.9;
const mostPeriods = 0.8;

/**
 * What the processes were bound by: their own share (or thread, where they are not held), a double, which is to stand in
 * nobody's way, the cores of the machine, of which Postgres takes the most or somebody else; or none of these, so that
 * they waited for each other or for answers.
 */
export function boundOf(cell: Pick<Cell, 'processes' | 'share'>, use: Use, measured: string): Bound {
  const coresOf = (part: string) => (use.cpu[part] ?? 0) / use.seconds;
  const [most] = Object.entries(use.cpu).toSorted(([, a], [, b]) => b - a);
  const double = doubles.find((name) => coresOf(name) >= nearlyAll);
  if (double) return double;
  if (use.throttled >= mostPeriods) return 'share';
  if (use.machine >= nearlyAll) return most?.[0] === 'Postgres' ? 'Postgres' : 'machine';
  if (coresOf(measured) >= nearlyAll * cell.processes) return 'thread';
  return 'waits';
}

/**
 * Each cell once, where they were measured in rounds: as in the round of its median rate, of two the faster one. What any
 * round found wrong is kept.
 */
export function ofMedianRounds(measured: readonly MeasuredCell[]): MeasuredCell[] {
  const cells = Map.groupBy(measured, ({ processes, width, share }) => [processes, width, share].join());
  return [...cells.values()].flatMap((rounds) => {
    const rate = median(rounds.map(({ perSecond }) => perSecond));
    const middle = rounds.find(({ perSecond }) => perSecond === rate);
    if (!middle) return [];
    const wrong = rounds
      .filter((round) => round !== middle)
      .flatMap(({ checks }) => checks.filter(({ holds }) => !holds));
    return [{ ...middle, checks: [...middle.checks, ...wrong] }];
  });
}

/** The rate of so many processes for each of them, beside that of one; undefined without a cell of one. */
export function ofOneProcess(cell: MeasuredCell, all: readonly MeasuredCell[]): number | undefined {
  const one = all.find(
    ({ processes, width, share }) => processes === 1 && width === cell.width && share === cell.share,
  );
  return one && cell.perSecond / (one.perSecond * cell.processes);
}

/** The rate beside that of one account or destination; undefined without such a cell. */
export function ofOneWide(cell: MeasuredCell, all: readonly MeasuredCell[]): number | undefined {
  const one = all.find(
    ({ processes, width, share }) => width === 1 && processes === cell.processes && share === cell.share,
  );
  return one && cell.perSecond / one.perSecond;
}
