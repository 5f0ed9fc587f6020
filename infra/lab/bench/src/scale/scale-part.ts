import type { ServiceName } from '@writ/stack';
import type { BenchContext } from '../benchmark.ts';
import type { ChoiceOption } from '../choices.ts';
import type { Goal } from '../report/report.ts';
import type { Cell, MeasuredCell } from './cell.ts';
import type { Held } from './held.ts';

/** The words of a part; the first two are the options that choose its cells. */
export type Words = {
  /** The processes that are held: `workers`. */
  processes: ChoiceOption;
  /** What there are one or many of: `accounts`. */
  width: ChoiceOption;
  units: string;
};

/** A service with several processes, and the work that measures them. */
export type ScalePart = {
  service: ServiceName;
  words: Words;
  goals: (cells: readonly MeasuredCell[]) => Goal[];
  start: (context: BenchContext, held: Held) => Promise<Measuring>;
};

export type Measuring = {
  /** Is called whenever there are more processes than before. */
  warmUp: () => Promise<void>;
  measure: (cell: Cell, size: number) => Promise<MeasuredCell>;
};
