import type { Verdict } from '@writ/test-kit/laboratory';
import type { LatencySummary } from '../measure/latencies.ts';
import type { Machine } from '../measure/processes.ts';

export type Figure = { name: string; value: number; unit: string };

/** A missed goal (Quality, Benchmarks) is reported, but no error. */
export type Goal = { name: string; value: number; least?: number; most?: number; met: boolean };

export type Table = {
  title: string;
  columns: readonly string[];
  rows: readonly (readonly (string | number)[])[];
};

export type Findings = {
  settings: Readonly<Record<string, number | string>>;
  figures: readonly Figure[];
  tables?: readonly Table[];
  goals: readonly Goal[];
  /** Must hold at any speed, such as that nothing was lost. */
  checks: readonly Verdict[];
};

export type Report = Findings & {
  benchmark: string;
  startedAt: string;
  seconds: number;
  machine: Machine;
  /** Of all cores, used by other processes. */
  others: number;
};

export const latencyFigures = (
  name: string,
  { p50Ms, p99Ms }: Pick<LatencySummary, 'p50Ms' | 'p99Ms'>,
): Figure[] => [
  { name: `${name}: p50`, value: p50Ms, unit: 'ms' },
  { name: `${name}: p99`, value: p99Ms, unit: 'ms' },
];

export const atLeast = (name: string, value: number, least: number): Goal => ({
  name,
  value,
  least,
  met: value >= least,
});

export const atMost = (name: string, value: number, most: number): Goal => ({
  name,
  value,
  most,
  met: value <= most,
});
