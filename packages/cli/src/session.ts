import { CommandFault, exit } from './exit.ts';
import type { Print } from './output.ts';
import type { Surroundings } from './surroundings.ts';
import type { Where } from './where.ts';

/** What a command that needs no service works with. */
export type Alone = {
  around: Surroundings;
  print: Print;
  /** Tells something that is no result. */
  note: (text: string) => void;
};

/** What every other command works with. */
export type Session = Where & Alone;

/** What a command does with its arguments and options. A number that it gives is its exit code, otherwise 0. */
export type Perform<With extends Alone, Args extends readonly unknown[], Options> = (
  session: With,
  args: Args,
  options: Options,
) => Promise<unknown>;

type ActWith<With extends Alone> = <Args extends readonly unknown[], Options>(
  perform: Perform<With, Args, Options>,
) => (...given: unknown[]) => Promise<void>;

/** Makes of it what commander calls. */
export type Act = ActWith<Session>;
/** The same for a command that needs no service. */
export type ActAlone = ActWith<Alone>;

/** A moment that is given as one, or as a time ago: 30s, 15m, 2h, 7d. */
export function momentOf(text: string): string {
  const ago = /^(\d+)([smhd])$/.exec(text);
  if (ago === null) return text;
  const seconds = { s: 1, m: 60, h: 3600, d: 86_400 }[ago[2] as 's' | 'm' | 'h' | 'd'];
  return new Date(Date.now() - Number(ago[1]) * seconds * 1000).toISOString();
}

/** A whole number of an option. */
export function wholeNumber(text: string): number {
  if (!/^\d+$/.test(text)) throw new CommandFault(exit.usage, `"${text}" is no whole number.`);
  return Number(text);
}

/** The first entries of a list. */
export async function* firstOf<Entry>(entries: AsyncIterable<Entry>, count: number): AsyncGenerator<Entry> {
  let left = count;
  if (left <= 0) return;
  for await (const entry of entries) {
    yield entry;
    left -= 1;
    if (left <= 0) return;
  }
}

/** What changes much is done with --yes alone: a command never asks, so that no script waits for an answer. */
export function mustBeMeant(yes: boolean | undefined, what: string): void {
  if (yes !== true) throw new CommandFault(exit.usage, `This ${what}.`, 'Add --yes when that is meant.');
}
