import type { Verdict } from '@writ/test-kit/laboratory';
import type { Ground } from './ground/start-ground.ts';

export type Attack = {
  ground: Ground;
  /** Size of the experiment, in its `unit`. */
  n: number;
  /** The same seed generates the same requests. */
  seed: number;
  tell: (line: string) => void;
};

/** A way to abuse the hosts, and what must hold (Quality §2, Abuse). */
export type Experiment = {
  summary: string;
  /** What `n` counts. */
  unit: string;
  usualN: number;
  /** One by default. */
  gateways?: number;
  run: (attack: Attack) => Promise<Verdict[]>;
};
