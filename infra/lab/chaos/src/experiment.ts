import type { Closing } from '@writ/service-kit';
import type { SeededRandom } from '@writ/test-kit';
import type { Verdict } from '@writ/test-kit/laboratory';
import type { Entry, History } from './entry.ts';
import type { Ground, GroundPlan } from './ground/start-ground.ts';

export type Run = {
  ground: Ground;
  /** Size, in the experiment's `unit`. */
  n: number;
  /** The same seed breaks the same things. */
  random: SeededRandom;
  record: (entry: Entry) => void;
  history: History;
  tell: (line: string) => void;
  closing: Closing;
  /** Least wait for the end of writes and deliveries. */
  leastWaitMs?: number;
};

/** By name; those of findings with the code. */
export type ExpectedAlerts = {
  fire: readonly string[];
  /** Depend on chance or the machine's speed. */
  may?: readonly string[];
};

/** A fault during writes, and what must hold (Quality §2, Faults). */
export type Experiment = {
  summary: string;
  /** What `n` counts. */
  unit: string;
  usualN: number;
  /** May start as another release (`--from`). */
  canUpgrade?: boolean;
  ground: GroundPlan;
  /** Breaks things and records observations; returns when nothing more is expected. */
  act: (run: Run) => Promise<void>;
  collect?: (run: Run) => Promise<void>;
  judge: (history: History, n: number) => Verdict[];
  /** At the usual size; absent if not watched. */
  alerts?: ExpectedAlerts;
};
