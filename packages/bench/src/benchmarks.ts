import type { Benchmark } from './benchmark.ts';
import { accept } from './benchmarks/accept.ts';
import { autobatch } from './benchmarks/autobatch.ts';
import { deliver } from './benchmarks/deliver.ts';
import { drain } from './benchmarks/drain.ts';
import { sync } from './benchmarks/sync.ts';

export const benchmarkNames = ['accept', 'sync', 'drain', 'autobatch', 'deliver'] as const;

/** Every benchmark, by its name on the command line. */
export const benchmarks: Readonly<Record<(typeof benchmarkNames)[number], Benchmark>> = {
  accept,
  sync,
  drain,
  autobatch,
  deliver,
};
