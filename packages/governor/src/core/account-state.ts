import type { WindowLimit } from './quota.ts';
import type { Slot } from './window-slots.ts';

/** What is known of one account, shared by all who call it. Moments are in the time of whoever keeps it. */
export type AccountState = {
  /** Calls of ours, in order. */
  own: readonly Slot[];
  /** Calls of ours and of the account's other clients, as far as the provider's answers show them. */
  all: readonly Slot[];
  /** Names leaves. */
  count: number;
  /** What the provider's answers say of its window: `none` when they are silent about one. */
  window?: WindowLimit | 'none';
  /** Successes in a row whose answer named no window. */
  silent: number;
  /** Until when nobody may call. */
  closedUntilMs: number;
  /** Asynchronous work has used its share of the day; until when it does not even try. */
  dayUsedUntilMs?: number;
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
  /** The leave of that call, while it is under way. */
  probe?: string;
};

export const newAccount: AccountState = {
  own: [],
  all: [],
  count: 0,
  silent: 0,
  closedUntilMs: 0,
  failed: [],
};

/** After so many successes that name no window there is none: a 429 would tell. */
export const silentAnswers = 10;
/** Calls of others that are noted from one answer: no header may make us count for ever. */
export const mostUnknownCalls = 1_000;
/** How often asynchronous work tries whether a used-up day has room again: both kinds of day free themselves unseen. */
export const dayProbeMs = 300_000;
