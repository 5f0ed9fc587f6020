import type { AccountState } from './account-state.ts';
import type { QuotaRules } from './errand.ts';

const hourMs = 3_600_000;
/** The last 24 hours at any moment: 24 whole hours and the current one. */
const countedHours = 25;
/** The owner may allow more meanwhile. */
const lookMs = 300_000;

/**
 * Counts our calls by hour, for accounts with their own share. A process that does not know it yet forgets
 * nothing.
 */
export function countOwnCalls(
  account: AccountState,
  { ownDailyShare }: QuotaRules,
  calls: number,
  nowMs: number,
): void {
  if (ownDailyShare === undefined) return;
  const hour = Math.floor(nowMs / hourMs);
  const hours = (account.hours ?? []).filter((one) => one.hour > hour - countedHours);
  if (calls === 0) account.hours = hours;
  else {
    const counted = hours.find((one) => one.hour === hour)?.calls ?? 0;
    account.hours = [...hours.filter((one) => one.hour !== hour), { hour, calls: counted + calls }];
  }
}

/** Infinity without a share, or before an answer names the day's calls. */
export function leftOfOwnDay({ day, hours = [] }: AccountState, { ownDailyShare }: QuotaRules): number {
  if (!day || ownDailyShare === undefined) return Infinity;
  return Math.max(1, day.limit * ownDailyShare) - hours.reduce((sum, { calls }) => sum + calls, 0);
}

/** When to look again. No call needs to probe, since we count. */
export const ownDayLookAtMs = (nowMs: number): number =>
  Math.min(nowMs + lookMs, (Math.floor(nowMs / hourMs) + 1) * hourMs);
