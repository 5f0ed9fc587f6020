import type { Closing } from '@writ/service-kit';
import type { Choices } from './choices.ts';
import type { Replicas, ReplicaOption } from './replica-options.ts';
import type { Findings } from './report/report.ts';

export type BenchContext = {
  /** What the run may use of this process' environment: `PATH` and the like. */
  environment: Record<string, string>;
  /** A folder of the run's own, removed after it. */
  dataDir: string;
  /** The services write a CPU profile of themselves here when they end. */
  profileDir?: string;
  /** How much work: what was asked for, or the benchmark's usual size. */
  size: number;
  /** Processes of services of which there is not just one. */
  replicas: Replicas;
  /** What was chosen of what it can measure: the usual, unless something else was asked for. */
  choices: Choices;
  /** Receives one line for each step. */
  tell: (line: string) => void;
  closing: Closing;
};

export type Benchmark = {
  summary: string;
  /** How much work is done when nobody says otherwise; absent: the work is always the same. */
  usualSize?: number;
  /** Of which services it can have several processes. */
  replicaOptions?: readonly ReplicaOption[];
  /** What it measures unless it is told otherwise, where there is a choice. */
  usualChoices?: Choices;
  run: (context: BenchContext) => Promise<Findings>;
};
