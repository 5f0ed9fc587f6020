import type { ServiceName } from '@writ/stack';
import type { BenchContext } from '../benchmark.ts';
import type { ChoiceOption } from '../choices.ts';
import type { Goal } from '../report/report.ts';
import type { Cell, MeasuredCell } from './cell.ts';
import type { Held } from './held.ts';

/** The first two are the options that choose its cells. */
export type Words = {
  processes: ChoiceOption;
  width: ChoiceOption;
  units: string;
};

export type ScalePart = {
  service: ServiceName;
  words: Words;
  goals: (cells: readonly MeasuredCell[]) => Goal[];
  start: (context: BenchContext, held: Held) => Promise<Measuring>;
};

export type Measuring = {
  warmUp: () => Promise<void>;
  measure: (cell: Cell, size: number) => Promise<MeasuredCell>;
};
