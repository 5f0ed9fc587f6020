import type { Account } from '../accounts/account.ts';
import { refusal } from './salesforce-error.ts';

const dayMs = 24 * 3_600_000;

/** What `Sforce-Limit-Info` shows as the most where nothing is limited: the allowance of a full sandbox. */
const unlimited = 5_000_000;

/** Counts a call against the org's limit; over it, the call ends with 403 (Providers §1.4) and uses nothing. */
export function countCall(account: Account, nowMs: number): void {
  const { dailyLimit } = account.settings;
  if (dailyLimit !== null && account.today.used(nowMs, dayMs) >= dailyLimit)
    throw refusal(403, 'REQUEST_LIMIT_EXCEEDED', 'TotalRequests Limit exceeded.');
  account.today.add(nowMs);
}

export function usage(account: Account, nowMs: number): { used: number; max: number } {
  return { used: account.today.used(nowMs, dayMs), max: account.settings.dailyLimit ?? unlimited };
}
