import type { Closing } from '@writ/service-kit';
import type { SeededRandom } from '@writ/test-kit';
import type { Verdict } from '@writ/test-kit/laboratory';
import type { Entry, History } from './entry.ts';
import type { Ground, GroundPlan } from './ground/start-ground.ts';

export type Run = {
  ground: Ground;
  /** Size of the experiment; each says what it counts. */
  n: number;
  /** The same seed breaks the same things. */
  random: SeededRandom;
  record: (entry: Entry) => void;
  history: History;
  tell: (line: string) => void;
  closing: Closing;
  /** The run waits at least this long for the end of writes and deliveries. */
  leastWaitMs?: number;
};

/** Alerts by name, those of findings with the code. */
export type ExpectedAlerts = {
  fire: readonly string[];
  /** By chance, or by the speed of the machine. */
  may?: readonly string[];
};

/** Something that is broken during writes, and what has to hold then (Quality §2, Faults). */
export type Experiment = {
  summary: string;
  /** What `n` counts. */
  unit: string;
  usualN: number;
  /** Its processes may begin as those of another release (`--from`). */
  canUpgrade?: boolean;
  ground: GroundPlan;
  /** Breaks things and records what it sees; returns when nothing more is to be waited for. */
  act: (run: Run) => Promise<void>;
  collect?: (run: Run) => Promise<void>;
  judge: (history: History, n: number) => Verdict[];
  /** At the usual size; absent if its alerts are not watched. */
  alerts?: ExpectedAlerts;
};
