import type { OutageCause, QuotaRules, WindowLimit } from './errand.ts';

/** Times are by the clock of the state's store. */
export type AccountState = {
  changedAtMs: number;
  /** All that the provider may count in its window. */
  book: readonly Counted[];
  /** As answers name it; `none` if they name none. */
  window?: WindowLimit | 'none';
  /** Successes in a row whose answer named no window. */
  silent: number;
  closedUntilMs: number;
  /** Start of the last asynchronous permit. */
  asynchronousAtMs?: number;
  /** By the provider's last answer. */
  day?: { limit: number; remaining: number };
  /** Our calls of the last 24 hours and the current one, if our share of the day is limited. */
  hours?: readonly { hour: number; calls: number }[];
  /** Writes that failed in a row. */
  failed: readonly string[];
  outage?: Outage;
};

/** The provider counts the call by `atMs`; it leaves the window one window later. */
type Counted = {
  atMs: number;
  /** Of a call that may be in flight. */
  permit?: string;
  /** So many calls of other clients, instead of one of ours. */
  others?: number;
};

type Outage = {
  /** The time of the next probe. */
  untilMs: number;
  /** Permit of the probe in flight. */
  probe?: string;
  last: OutageCause;
};

const newAccount: AccountState = { changedAtMs: 0, book: [], silent: 0, closedUntilMs: 0, failed: [] };

/** How far the clocks of two processes may differ. */
const clockSlackMs = 2_000;

/** If the clock was set back, the account is new: its times may lie far ahead. */
export function accountAt(nowMs: number, known = newAccount): AccountState {
  const isAhead = known.changedAtMs - nowMs > clockSlackMs;
  return { ...(isAhead ? newAccount : known), changedAtMs: nowMs };
}

export const windowOf = ({ window }: AccountState, rules: QuotaRules): WindowLimit | undefined =>
  window === 'none' ? undefined : (window ?? rules.window);

/** When calls were counted, in order. */
export function momentsOf({ book }: AccountState): { own: number[]; all: number[] } {
  const sorted = book.toSorted((a, b) => a.atMs - b.atMs);
  return {
    own: sorted.filter(({ others }) => others === undefined).map(({ atMs }) => atMs),
    all: sorted.flatMap(({ atMs, others = 1 }) => Array<number>(others).fill(atMs)),
  };
}

/** Undefined if the text is no valid state. */
export function readState(text: string): AccountState | undefined {
  try {
    const state = JSON.parse(text) as AccountState;
    return isSound(state) ? state : undefined;
  } catch {
    return undefined;
  }
}

/** One `NaN` would spread to other times for good. */
function isSound({ changedAtMs, closedUntilMs, silent, book, failed, ...more }: AccountState): boolean {
  const { asynchronousAtMs = 0, day = { limit: 0, remaining: 0 }, hours = [], window, outage } = more;
  const numbers = [
    ...[changedAtMs, closedUntilMs, silent, asynchronousAtMs, day.limit, day.remaining],
    ...book.flatMap(({ atMs, others = 1 }) => [atMs, others]),
    ...hours.flatMap(({ hour, calls }) => [hour, calls]),
    ...(window && window !== 'none' ? [window.limit, window.windowMs] : []),
    ...(outage ? [outage.untilMs] : []),
  ];
  return numbers.every(Number.isFinite) && Array.isArray(failed);
}
