import { accept } from './benchmarks/accept.ts';
import { deliver } from './benchmarks/deliver.ts';
import { drain } from './benchmarks/drain.ts';

/** Every benchmark, by its name on the command line. */
export const benchmarks = { accept, drain, deliver } as const;

export const benchmarkNames = ['accept', 'drain', 'deliver'] as const satisfies (keyof typeof benchmarks)[];
