import type { Verdict } from '@writ/test-kit/laboratory';
import type { Use as MachineUse } from '../measure/processes.ts';

/** One measurement: processes, their share of a core, and accounts or installations. */
export type Cell = {
  processes: number;
  width: number;
  /** Undefined: no limit. */
  share: number | undefined;
};

export type Use = MachineUse & {
  /** Of the quota's periods: a process had to wait. */
  throttled: number;
};

export type MeasuredCell = Cell & {
  units: number;
  perSecond: number;
  use: Use;
  bound: Bound;
  checks: readonly Verdict[];
};

export type Bound = 'share' | 'thread' | 'Postgres' | 'machine' | 'waits' | (typeof doubles)[number];

/** Single-threaded stand-ins: a cell that they limit shows nothing. */
const doubles = ['sandbox', 'load'] as const;

/** From here on a resource counts as exhausted; held processes also wait at begin and end. */
const nearlyAll = 0.9;
const mostPeriods = 0.8;

/**
 * What limited the processes: a stand-in (which it should not), their own share or thread, the machine's cores
 * (mostly Postgres or not), or waiting for each other and for answers.
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

/** Per process, relative to a single one; undefined without a cell of one. */
export function ofOneProcess(cell: MeasuredCell, all: readonly MeasuredCell[]): number | undefined {
  const one = all.find(
    ({ processes, width, share }) => processes === 1 && width === cell.width && share === cell.share,
  );
  return one && cell.perSecond / (one.perSecond * cell.processes);
}

export function ofOneWide(cell: MeasuredCell, all: readonly MeasuredCell[]): number | undefined {
  const one = all.find(
    ({ processes, width, share }) => width === 1 && processes === cell.processes && share === cell.share,
  );
  return one && cell.perSecond / one.perSecond;
}
