import type { OutageCause, QuotaRules, WindowLimit } from './errand.ts';

/** Times are by the clock of the state's store. */
export type AccountState = {
  changedAtMs: number;
  /** May be in flight; the provider counts each call by `endAtMs`. */
  permits: readonly { id: string; endAtMs: number }[];
  ended: readonly number[];
  /** Calls of other clients, as far as answers show them. */
  others: readonly number[];
  /** As answers name it; `none` if they name none. */
  window?: WindowLimit | 'none';
  /** Successes in a row whose answer named no window. */
  silent: number;
  closedUntilMs: number;
  /** Start of the last asynchronous permit. */
  asynchronousAtMs?: number;
  /** By the provider's last answer. */
  day?: { limit: number; remaining: number };
  /** Asynchronous work has used its share of the day; the next probe is then. */
  dayUsedUntilMs?: number;
  /** Permit of the probe in flight. */
  dayProbe?: string;
  /** Writes that failed in a row. */
  failed: readonly string[];
  /** The breaker is open. */
  outage?: Outage;
};

export type Outage = {
  /** Failures in a row, probes included. */
  times: number;
  /** The time of the next probe. */
  untilMs: number;
  /** Permit of the probe in flight. */
  probe?: string;
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
 * Copies the state to change it. If the clock was set back, all times move back: otherwise the account would stop
 * until past times have passed again.
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

export const windowOf = ({ window }: AccountState, rules: QuotaRules): WindowLimit | undefined =>
  window === 'none' ? undefined : (window ?? rules.window);

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
