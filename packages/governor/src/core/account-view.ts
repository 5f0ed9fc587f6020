import { accountAt, momentsOf, windowOf, type AccountState } from './account-state.ts';
import type { QuotaRules } from './errand.ts';
import { dayProbeAtMs } from './spacing.ts';

/** Times are durations from now. */
export type AccountView = {
  /** Calls of all clients in the window, and when the first leaves it. */
  window?: { limit: number; usable: number; used: number; windowMs: number; firstFreeInMs?: number };
  /** The provider refuses calls for so long. */
  closedForMs?: number;
  dayUsedForMs?: number;
  /** `probing`: one call checks whether the account is back. */
  breaker: { state: 'closed' } | { state: 'open' | 'probing'; forMs: number };
};

/** @param known undefined without recent calls */
export function accountView(known: AccountState | undefined, rules: QuotaRules, nowMs: number): AccountView {
  const account = accountAt(nowMs, known);
  const { closedUntilMs, outage } = account;
  const dayAtMs = dayProbeAtMs(account, rules, nowMs) ?? -Infinity;
  const window = windowOf(account, rules);
  return {
    ...(window && { window: windowView(account, { ...window, share: rules.share }, nowMs) }),
    ...(closedUntilMs > nowMs && { closedForMs: closedUntilMs - nowMs }),
    ...(dayAtMs > nowMs && { dayUsedForMs: dayAtMs - nowMs }),
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
