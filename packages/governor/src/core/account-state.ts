import type { OutageCause, QuotaRules, WindowLimit } from './errand.ts';

/** What is known of one account. Moments are in the time of the place that keeps it. */
export type AccountState = {
  changedAtMs: number;
  /** Permits whose calls may be under way; the provider counts each call by `endAtMs`. */
  permits: readonly { id: string; endAtMs: number }[];
  ended: readonly number[];
  /** Calls of the account's other clients, as far as the provider's answers show them. */
  others: readonly number[];
  /** What the provider's answers say of its window: `none` when they are silent about one. */
  window?: WindowLimit | 'none';
  /** Successes in a row whose answer named no window. */
  silent: number;
  closedUntilMs: number;
  /** When the last asynchronous call was permitted to begin. */
  asynchronousAtMs?: number;
  /** What the provider's last answer said of its day. */
  day?: { limit: number; remaining: number };
  /** Asynchronous work has used its share of the day; until when it does not even try. */
  dayUsedUntilMs?: number;
  /** The permit of the call that finds out whether the day has room again, while it is under way. */
  dayProbe?: string;
  /** The writes that failed in a row. */
  failed: readonly string[];
  /** The provider is taken to be away. */
  outage?: Outage;
};

export type Outage = {
  /** How often in a row it was found to be away. */
  times: number;
  /** Nobody calls until then; afterwards one call finds out. */
  untilMs: number;
  /** The permit of that call, while it is under way. */
  probe?: string;
  /** What was found last; absent in what an older release has stored. */
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

/** Two processes may differ by this much in what they take for the time of the place. */
const clockSlackMs = 2_000;

/**
 * A copy to be changed. Where the clock was set back, all moments move along: those that have passed would lie ahead
 * again, and the account would stand still until then.
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

/** The window that the provider's answers name, else the one that is assumed. */
export const windowOf = ({ window }: AccountState, rules: QuotaRules): WindowLimit | undefined =>
  window === 'none' ? undefined : (window ?? rules.window);

/** The state that a text holds; undefined when it holds none: what is spoilt is as good as nothing, and is replaced. */
export function readState(text: string): AccountState | undefined {
  try {
    const state = JSON.parse(text) as AccountState;
    return isSound(state) ? state : undefined;
  } catch {
    return undefined;
  }
}

/** One moment that is no number would make numbers of no others for ever. */
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
