import { accountAt, windowOf, type AccountState } from './account-state.ts';
import type { QuotaRules } from './errand.ts';
import { momentsOf } from './take-calls.ts';

/** What people are told of an account. Times are told by how far ahead they lie, in milliseconds. */
export type AccountView = {
  /** The provider's window, where it has one: calls that count in it, by whomever, and when the first of them leaves it. */
  window?: { limit: number; usable: number; used: number; windowMs: number; firstFreeInMs?: number };
  /** The provider has said that nobody calls before. */
  closedForMs?: number;
  /** Asynchronous work has used its share of the day, and tries again then. */
  dayUsedForMs?: number;
  /** `open`: nobody calls before `forMs` have passed; `probing`: one call finds out whether the account is there again. */
  breaker: { state: 'closed' } | { state: 'open' | 'probing'; forMs: number };
};

/** Reads what is known of an account; undefined: nothing, as of one that nobody has called for a while. */
export function accountView(known: AccountState | undefined, rules: QuotaRules, nowMs: number): AccountView {
  const account = accountAt(nowMs, known);
  const { closedUntilMs, dayUsedUntilMs = -Infinity, outage } = account;
  const window = windowOf(account, rules);
  return {
    ...(window && { window: windowView(account, { ...window, share: rules.share }, nowMs) }),
    ...(closedUntilMs > nowMs && { closedForMs: closedUntilMs - nowMs }),
    ...(dayUsedUntilMs > nowMs && { dayUsedForMs: dayUsedUntilMs - nowMs }),
    breaker: outage
      ? {
          state: outage.probe === undefined ? 'open' : 'probing',
          forMs: Math.max(0, outage.untilMs - nowMs),
        }
      : { state: 'closed' },
  };
}

function windowView(
  account: AccountState,
  { limit, windowMs, share }: { limit: number; windowMs: number; share: number },
  nowMs: number,
): NonNullable<AccountView['window']> {
  const counted = momentsOf(account).all.filter((atMs) => atMs > nowMs - windowMs);
  const [first] = counted;
  return {
    limit,
    usable: Math.max(1, Math.floor(limit * share)),
    used: Math.min(limit, counted.length),
    windowMs,
    ...(first !== undefined && { firstFreeInMs: first + windowMs - nowMs }),
  };
}
