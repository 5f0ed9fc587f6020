import type { OutageCause, QuotaRules, WindowLimit } from './errand.ts';

/** The state of one account. Times are by the clock of its store (Redis or this process). */
export type AccountState = {
  changedAtMs: number;
  /** Permits whose calls may be in flight; the provider counts each call by `endAtMs`. */
  permits: readonly { id: string; endAtMs: number }[];
  ended: readonly number[];
  /** Calls of the account's other clients, as far as the provider's answers show them. */
  others: readonly number[];
  /** The window named by the provider's answers; `none` when the answers name none. */
  window?: WindowLimit | 'none';
  /** Successes in a row whose answer named no window. */
  silent: number;
  closedUntilMs: number;
  /** Start of the last asynchronous permit. */
  asynchronousAtMs?: number;
  /** The day's calls, by the provider's last answer. */
  day?: { limit: number; remaining: number };
  /** Set when asynchronous work has used its share of the day: it probes the day again then. */
  dayUsedUntilMs?: number;
  /** Permit of the day's probe, while it is in flight. */
  dayProbe?: string;
  /** Names of the writes that failed in a row. */
  failed: readonly string[];
  /** Set while the breaker is open. */
  outage?: Outage;
};

export type Outage = {
  /** Failures of the account in a row, probes included. */
  times: number;
  /** Until then no call begins; afterwards one probe does. */
  untilMs: number;
  /** Permit of the probe, while it is in flight. */
  probe?: string;
  /** Absent in states stored by an older release. */
  last?: OutageCause;
};

const newAccount: AccountState = {
  changedAtMs: 0,
  permits: [],
  ended: [],
  others: [],
  silent: 0,
  closedUntilMs: 0,
  failed: [],
};

/** How far the clocks of two processes may differ. */
const clockSlackMs = 2_000;

/**
 * Copies the state to change it. If the clock was set back, all times move back with it: otherwise past times
 * would lie ahead, and the account would stop until then.
 */
export function accountAt(nowMs: number, known = newAccount): AccountState {
  const account = { ...known, changedAtMs: nowMs };
  const backMs = known.changedAtMs - nowMs;
  if (backMs <= clockSlackMs) return account;
  const { asynchronousAtMs, dayUsedUntilMs, outage } = known;
  return {
    ...account,
    permits: known.permits.map(({ id, endAtMs }) => ({ id, endAtMs: endAtMs - backMs })),
    ended: known.ended.map((atMs) => atMs - backMs),
    others: known.others.map((atMs) => atMs - backMs),
    closedUntilMs: known.closedUntilMs - backMs,
    ...(asynchronousAtMs !== undefined && { asynchronousAtMs: asynchronousAtMs - backMs }),
    ...(dayUsedUntilMs !== undefined && { dayUsedUntilMs: dayUsedUntilMs - backMs }),
    ...(outage && { outage: { ...outage, untilMs: outage.untilMs - backMs } }),
  };
}

/** The window named by the provider's answers, else the assumed one. */
export const windowOf = ({ window }: AccountState, rules: QuotaRules): WindowLimit | undefined =>
  window === 'none' ? undefined : (window ?? rules.window);

/** Undefined if the text holds no valid state: the caller replaces it. */
export function readState(text: string): AccountState | undefined {
  try {
    const state = JSON.parse(text) as AccountState;
    return isSound(state) ? state : undefined;
  } catch {
    return undefined;
  }
}

/** A single time that is not a number would spread to the other times for good. */
function isSound({ window, outage, day, ...state }: AccountState): boolean {
  const ends = state.permits.map(({ endAtMs }) => endAtMs);
  const numbers = [
    ...[state.changedAtMs, state.silent, state.closedUntilMs, state.dayUsedUntilMs ?? 0],
    ...[...ends, ...state.ended, ...state.others],
    ...[state.asynchronousAtMs ?? 0, day?.limit ?? 0, day?.remaining ?? 0],
    ...(outage ? [outage.times, outage.untilMs] : []),
    ...(window && window !== 'none' ? [window.limit, window.windowMs] : []),
  ];
  return numbers.every(Number.isFinite) && Array.isArray(state.failed);
}
