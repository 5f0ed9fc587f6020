import type { ServiceName } from '@writ/stack';
import type { BenchContext } from '../benchmark.ts';
import type { ChoiceOption } from '../choices.ts';
import type { Goal } from '../report/report.ts';
import type { Cell, MeasuredCell } from './cell.ts';
import type { Held } from './start-held.ts';

/** What a part is told in; the first two are the options that say of how many cells are made. */
export type Words = {
  /** The processes that are held: `workers`. */
  processes: ChoiceOption;
  /** What there are one or many of: `accounts`. */
  width: ChoiceOption;
  units: string;
};

/** One of the services of which there may be several processes, and the work by which they are measured. */
export type ScalePart = {
  service: ServiceName;
  words: Words;
  /** What its figures should be (Quality, Benchmarks). */
  goals: (cells: readonly MeasuredCell[]) => Goal[];
  start: (context: BenchContext, held: Held) => Promise<Measuring>;
};

export type Measuring = {
  /** Is called whenever there are more processes than before. */
  warmUp: () => Promise<void>;
  measure: (cell: Cell, size: number) => Promise<MeasuredCell>;
};
