import type { Closing } from '@writ/service-kit';
import type { SeededRandom } from '@writ/test-kit';
import type { Ground, GroundPlan } from './ground/start-ground.ts';
import type { History } from './entry.ts';
import type { Recorder } from './history/recorder.ts';
import type { Verdict } from './rules/verdict.ts';

/** A run of an experiment. */
export type Run = {
  ground: Ground;
  /** Size of the experiment; each says what it counts. */
  n: number;
  /** The same seed breaks the same things. */
  random: SeededRandom;
  record: Recorder['record'];
  /** Receives one line for each step. */
  tell: (line: string) => void;
  closing: Closing;
  /** For the end of all writes and deliveries it waits no shorter than this. */
  leastWaitMs?: number;
};

/** Something that is broken while writes are under way, and what has to hold then (Quality §2, Faults). */
export type Experiment = {
  summary: string;
  /** What `n` counts. */
  unit: string;
  usualN: number;
  ground: GroundPlan;
  /** Breaks things, and records what is seen; returns when nothing more is to be waited for. */
  act: (run: Run) => Promise<void>;
  /** Records what is there at the end; what became of writes unless told. */
  collect?: (run: Run) => Promise<void>;
  /** Pure: says of a history whether it is as it should be. */
  judge: (history: History, n: number) => Verdict[];
};
