import type { ServiceName } from '@writ/stack';
import type { BenchContext } from '../benchmark.ts';
import type { Cell, MeasuredCell } from './cell.ts';
import type { Held } from './start-held.ts';

/** What a part is told in. */
export type Words = {
  /** The processes that are held: `workers`. */
  processes: string;
  /** What there are one or many of: `accounts`. */
  width: string;
  units: string;
};

/** One of the services of which there may be several processes, and the work by which they are measured. */
export type ScalePart = {
  service: ServiceName;
  words: Words;
  start: (context: BenchContext, held: Held) => Promise<Measuring>;
};

export type Measuring = {
  /** Is called whenever there are more processes than before. */
  warmUp: () => Promise<void>;
  measure: (cell: Cell, size: number) => Promise<MeasuredCell>;
};
