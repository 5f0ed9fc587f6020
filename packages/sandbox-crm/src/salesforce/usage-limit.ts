import type { Account } from '../accounts/account.ts';
import { refusal } from './salesforce-error.ts';

/** What `Sforce-Limit-Info` shows as the most where nothing is limited: the allowance of a full sandbox. */
const unlimited = 5_000_000;

/**
 * Counts a call against the org's limits; over one of them it ends with 403, which tells how long to wait by its
 * text alone (Providers §1.4). A refused call uses nothing.
 */
export function countCall(account: Account, nowMs: number): void {
  const { quota, dailyLimit, longRunning } = account.settings;
  if (dailyLimit !== null && account.today.used(nowMs) >= dailyLimit) throw exceeded('TotalRequests');
  if (quota !== null && account.calls.used(nowMs, quota.windowMs) >= quota.limit)
    throw exceeded('TotalRequests');
  if (longRunning !== null && runningLong(account, nowMs - longRunning.windowMs) >= longRunning.limit) {
    throw exceeded('ConcurrentPerOrgLongTxn');
  }
  if (quota !== null) account.calls.add(nowMs);
  account.today.add(nowMs);
}

export function usage(account: Account, nowMs: number): { used: number; max: number } {
  return { used: account.today.used(nowMs), max: account.settings.dailyLimit ?? unlimited };
}

function runningLong(account: Account, sinceMs: number): number {
  let count = 0;
  for (const { startedAtMs } of account.running) {
    if (startedAtMs > sinceMs) break;
    count += 1;
  }
  return count;
}

function exceeded(limit: string) {
  return refusal(403, 'REQUEST_LIMIT_EXCEEDED', `${limit} Limit exceeded.`);
}
