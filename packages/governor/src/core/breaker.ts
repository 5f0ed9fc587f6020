import { leastWaitMs, type ProviderFault } from '@writ/write-core';
import type { AccountState, Outage } from './account-state.ts';
import type { BreakerRules, EndedCall, Errand } from './errand.ts';

const longestSaid = 200;

/**
 * `rules.breaker.writes` different writes that fail in a row open the breaker; one probe after each rest may close it.
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
 * No valid answer. Calls stopped by this process, or without a connection, which all accounts of an address share,
 * prove nothing.
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

/** A probe without a result proves nothing: the next may start immediately. */
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

/** A previous probe that has not ended counts as failed. */
export function probedOutage(outage: Outage, rules: BreakerRules, probe: string, nowMs: number): Outage {
  const times = outage.probe === undefined ? outage.times : outage.times + 1;
  const untilMs = nowMs + Math.max(rules.probeMs, restMs(rules, times));
  return { ...outage, times, untilMs, probe };
}
