import { leastWaitMs, type ProviderFault } from '@writ/write-core';
import type { AccountState, Outage } from './account-state.ts';
import type { BreakerRules, EndedCall, Errand } from './errand.ts';

/** Characters of an answer that are kept for operators. */
const longestSaid = 200;

/**
 * Opens, keeps open or closes the breaker by the calls that ended. `breaker.writes` different writes that
 * fail in a row open it; one probe after a rest decides whether it stays open.
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
 * The account gave no answer, or no valid one. Calls that this process stopped prove nothing, nor do calls
 * that got no connection: all accounts of an address share those.
 */
const isAway = ({ kind, code, sent }: ProviderFault): boolean =>
  kind === 'unavailable' || (kind === 'timeout' && sent !== 'notSent' && code !== 'stopped');

function noteAway(
  account: AccountState,
  rules: BreakerRules,
  { write, endedAtMs, away }: EndedCall & { away: ProviderFault },
  nowMs: number,
): void {
  const { outage } = account;
  const name = typeof write === 'string' ? write : write();
  account.failed = [...new Set([...account.failed, name])].slice(-rules.writes);
  const isFound = outage ? outage.probe !== undefined : account.failed.length >= rules.writes;
  if (!isFound) return;
  const times = (outage?.times ?? 0) + 1;
  const untilMs = Math.max(nowMs + restMs(rules, times), endedAtMs + leastWaitMs([away]));
  const { status, message } = away;
  const said = message.slice(0, longestSaid).toWellFormed();
  account.outage = { times, untilMs, last: { ...(status !== undefined && { status }), said } };
}

/** A probe that made or finished no call proves nothing: the next may start immediately. */
function dropProbe(account: AccountState, permitId: string | undefined, nowMs: number): void {
  const { outage } = account;
  if (outage?.probe !== undefined && outage.probe === permitId)
    account.outage = { ...withoutProbe(outage), untilMs: nowMs };
}

function withoutProbe({ times, untilMs, last }: Outage): Outage {
  return { times, untilMs, ...(last && { last }) };
}

const restMs = ({ firstMs, longestMs }: BreakerRules, times: number): number =>
  Math.min(longestMs, firstMs * 2 ** Math.min(times - 1, 20));

/** The outage with its next probe. If the previous probe has not ended, it counts as failed. */
export function probedOutage(outage: Outage, rules: BreakerRules, probe: string, nowMs: number): Outage {
  const times = outage.probe === undefined ? outage.times : outage.times + 1;
  const untilMs = nowMs + Math.max(rules.probeMs, restMs(rules, times));
  return { ...outage, times, untilMs, probe };
}
