import type { Run } from '../experiment.ts';

type Noting = Pick<Run, 'record' | 'tell'>;

export function broke({ record, tell }: Noting, what: string, target: string): void {
  record({ kind: 'fault', atMs: Date.now(), what, target });
  tell(`${target}: ${what}.`);
}

export function fixed({ record, tell }: Noting, what: string, target: string): void {
  record({ kind: 'fixed', atMs: Date.now(), what, target });
  tell(`${target} is back (${what}).`);
}

export function measured({ record, tell }: Noting, name: string, value: number): void {
  record({ kind: 'figure', atMs: Date.now(), name, value });
  tell(`${name}: ${Math.round(value * 10) / 10}`);
}
