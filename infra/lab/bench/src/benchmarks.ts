import type { Benchmark } from './benchmark.ts';
import { accept } from './benchmarks/accept.ts';
import { autobatch } from './benchmarks/autobatch.ts';
import { backlog } from './benchmarks/backlog.ts';
import { batchFile } from './benchmarks/batch-file.ts';
import { capacity } from './benchmarks/capacity.ts';
import { consoleBenchmark } from './benchmarks/console.ts';
import { deliver } from './benchmarks/deliver.ts';
import { drain } from './benchmarks/drain.ts';
import { fair } from './benchmarks/fair.ts';
import { find } from './benchmarks/find.ts';
import { grow } from './benchmarks/grow.ts';
import { idle } from './benchmarks/idle.ts';
import { mixed } from './benchmarks/mixed.ts';
import { publish } from './benchmarks/publish.ts';
import { quota } from './benchmarks/quota.ts';
import { scale } from './benchmarks/scale.ts';
import { sync } from './benchmarks/sync.ts';
import { sdk } from './sdk/sdk.ts';

export const benchmarks = {
  accept,
  sync,
  drain,
  backlog,
  autobatch,
  'batch-file': batchFile,
  deliver,
  publish,
  mixed,
  quota,
  fair,
  grow,
  find,
  console: consoleBenchmark,
  idle,
  scale,
  capacity,
  sdk,
} satisfies Record<string, Benchmark>;

export type BenchmarkName = keyof typeof benchmarks;
export const benchmarkNames = Object.keys(benchmarks) as readonly BenchmarkName[];
