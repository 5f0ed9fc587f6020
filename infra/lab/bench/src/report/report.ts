import type { Machine } from '../measure/machine.ts';

/** One number that was measured. */
export type Figure = { name: string; value: number; unit: string };

/** A figure with what it should be (Quality, Benchmarks). A goal that is missed is told; it is no error. */
export type Goal = { name: string; value: number; least?: number; most?: number; met: boolean };

/** Figures of which there are as many for each row. */
export type Table = {
  title: string;
  columns: readonly string[];
  rows: readonly (readonly (string | number)[])[];
};

/** Something that must hold whatever the speed, such as that nothing was lost. */
export type Check = { name: string; holds: boolean; detail: string };

/** What a benchmark found out. */
export type Findings = {
  settings: Readonly<Record<string, number | string>>;
  figures: readonly Figure[];
  tables?: readonly Table[];
  goals: readonly Goal[];
  checks: readonly Check[];
};

export type Report = Findings & {
  benchmark: string;
  startedAt: string;
  seconds: number;
  machine: Machine;
  /** Share of all cores that processes beside this run used meanwhile; absent where it can't be told. */
  others?: number | undefined;
};

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
