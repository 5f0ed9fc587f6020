import type { AccountCounters, BreakerTurn } from './account-counters.ts';
import { newAccount, type AccountState } from './core/account-state.ts';
import { askLeave } from './core/ask-leave.ts';
import { takeReport } from './core/take-report.ts';

/** Accounts that are remembered; those that were used last stay. */
const maxAccounts = 10_000;

/** Counters of this process alone: for the embedded form, and while Redis is away. */
export function memoryCounters(nowMs: () => number = () => performance.now()): AccountCounters {
  const accounts = new Map<string, AccountState>();

  const keep = (account: string, state: AccountState): void => {
    accounts.delete(account);
    accounts.set(account, state);
    const [oldest] = accounts.keys();
    if (accounts.size > maxAccounts && oldest !== undefined) accounts.delete(oldest);
  };

  return {
    run: (account, { rules, reports, ask }) => {
      const now = nowMs();
      const known = accounts.get(account) ?? newAccount;
      const told = reports.reduce((state, report) => takeReport(state, rules, report, now), known);
      const asked = ask && askLeave(told, rules, ask, now);
      keep(account, asked?.state ?? told);
      const breaker = turnOf(known, told);
      return Promise.resolve({ ...(asked && { answer: asked.answer }), ...(breaker && { breaker }) });
    },
    close: () => accounts.clear(),
  };
}

function turnOf(before: AccountState, after: AccountState): BreakerTurn | undefined {
  if (before.outage !== undefined) return after.outage === undefined ? 'closed' : undefined;
  return after.outage === undefined ? undefined : 'opened';
}
