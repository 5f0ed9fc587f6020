import type { LabRun } from '@writ/test-kit/laboratory';
import type { Choices } from './choices.ts';
import type { Findings } from './report/report.ts';

export type BenchContext = Pick<LabRun, 'environment' | 'dataDir' | 'tell' | 'closing'> & {
  /** The services write their CPU profiles here at the end. */
  profileDir?: string;
  size: number;
  choices: Choices;
};

export type Benchmark = {
  summary: string;
  usualSize?: number;
  usualChoices?: Choices;
  run: (context: BenchContext) => Promise<Findings>;
};
