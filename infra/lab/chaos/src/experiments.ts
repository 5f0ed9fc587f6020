import type { Experiment } from './experiment.ts';
import { f27 } from './experiments/failover.ts';
import { f6, f13 } from './experiments/gateways.ts';
import { f21, f22, f23 } from './experiments/liars.ts';
import { f26 } from './experiments/listen.ts';
import { f10, f10b, f11, f12 } from './experiments/notification.ts';
import { f15, f16 } from './experiments/provider.ts';
import { f3, f4, f5, f20 } from './experiments/redis.ts';
import { f8, f9, f19, f25 } from './experiments/servers.ts';
import { f24 } from './experiments/soak.ts';
import { f17, f18 } from './experiments/time.ts';
import { f28 } from './experiments/unnoticed.ts';
import { f1, f2, f7, f14 } from './experiments/workers.ts';

export const experiments = {
  f1,
  f2,
  f3,
  f4,
  f5,
  f6,
  f7,
  f8,
  f9,
  f10,
  f10b,
  f11,
  f12,
  f13,
  f14,
  f15,
  f16,
  f17,
  f18,
  f19,
  f20,
  f21,
  f22,
  f23,
  f24,
  f25,
  f26,
  f27,
  f28,
} satisfies Record<string, Experiment>;

export type ExperimentName = keyof typeof experiments;
export const experimentNames = Object.keys(experiments) as readonly ExperimentName[];
