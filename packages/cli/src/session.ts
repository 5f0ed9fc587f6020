import { usageError } from './exit.ts';
import type { Print } from './output.ts';
import type { Surroundings } from './surroundings.ts';
import type { Where } from './where.ts';

/** For commands without a service. */
export type Alone = {
  around: Surroundings;
  print: Print;
  /** Writes a line to stderr. */
  note: (text: string) => void;
};

export type Session = Where & Alone;

/** May return an exit code; otherwise it is 0. */
export type Perform<With extends Alone, Args extends readonly unknown[], Options> = (
  session: With,
  args: Args,
  options: Options,
) => Promise<unknown>;

type ActWith<With extends Alone> = <Args extends readonly unknown[], Options>(
  perform: Perform<With, Args, Options>,
) => (...given: unknown[]) => Promise<void>;

export type Act = ActWith<Session>;

/** `act`: in a project. `actInAll`: in a service. `alone`: without one. */
export type Acts = { act: Act; actInAll: Act; alone: ActWith<Alone> };

/** An ISO time, or one ago: 30s, 15m, 2h, 7d. */
export function momentOf(text: string): string {
  const ago = /^(\d+)([smhd])$/.exec(text);
  if (ago === null) return text;
  const seconds = { s: 1, m: 60, h: 3600, d: 86_400 }[ago[2] as 's' | 'm' | 'h' | 'd'];
  return new Date(Date.now() - Number(ago[1]) * seconds * 1000).toISOString();
}

export function wholeNumber(text: string): number {
  if (!/^\d+$/.test(text)) throw usageError(`"${text}" is not a whole number.`);
  return Number(text);
}

/** A command never asks, so that no script hangs. */
export function requireYes(yes: boolean | undefined, what: string): void {
  if (yes !== true) throw usageError(`This ${what}.`, 'If you mean it, add --yes.');
}
