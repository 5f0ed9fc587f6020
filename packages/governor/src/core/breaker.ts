import { leastWaitMs, type ProviderFault } from '@writ/write-core';
import type { AccountState } from './account-state.ts';
import type { BreakerRules, EndedCall, Errand } from './errand.ts';

const longestSaid = 200;

/**
 * `rules.breaker.writes` different writes that fail in a row open the breaker; one probe after each rest may
 * close it.
 */
export function judgeCalls(account: AccountState, { rules, calls, unused }: Errand, nowMs: number): void {
  for (const call of calls) {
    const away = call.end.faults.find(isAway);
    if (away) noteAway(account, rules.breaker, { ...call, away }, nowMs);
    else if (call.end.answered) {
      account.failed = [];
      delete account.outage;
    } else dropProbe(account, call.permitId, nowMs);
  }
  for (const id of unused) dropProbe(account, id, nowMs);
}

/**
 * No valid answer. Calls stopped by this process, or without a connection, which all accounts of an address
 * share, prove nothing.
 */
const isAway = ({ kind, code, sent }: ProviderFault): boolean =>
  kind === 'unavailable' || (kind === 'timeout' && sent !== 'notSent' && code !== 'stopped');

function noteAway(
  account: AccountState,
  { writes, restMs }: BreakerRules,
  { write, endedAtMs, away }: EndedCall & { away: ProviderFault },
  nowMs: number,
): void {
  const { outage } = account;
  const name = typeof write === 'string' ? write : write();
  account.failed = [...new Set([...account.failed, name])].slice(-writes);
  const isFound = outage ? outage.probe !== undefined : account.failed.length >= writes;
  if (!isFound) return;
  const { status, message } = away;
  const said = message.slice(0, longestSaid).toWellFormed();
  account.outage = {
    untilMs: Math.max(nowMs + restMs, endedAtMs + leastWaitMs([away])),
    last: { ...(status !== undefined && { status }), said },
  };
}

/** A probe without a result proves nothing: the next may start immediately. */
function dropProbe(account: AccountState, permitId: string | undefined, nowMs: number): void {
  const { outage } = account;
  if (outage?.probe !== undefined && outage.probe === permitId)
    account.outage = { untilMs: nowMs, last: outage.last };
}
