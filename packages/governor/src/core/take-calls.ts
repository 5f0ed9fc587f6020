import type { ProviderUsage } from '@writ/providers';
import { leastWaitMs } from '@writ/write-core';
import { momentsOf, windowOf, type AccountState } from './account-state.ts';
import { judgeCalls } from './breaker.ts';
import type { EndedCall, Errand, QuotaRules } from './errand.ts';
import { countOwnCalls } from './own-day.ts';

/** So many successes without a window show that there is none; a 429 would show one. */
const silentAnswers = 10;
/** Bounds what one header can make us count. */
const mostUnknownCalls = 1_000;

export function takeCalls(account: AccountState, errand: Errand, nowMs: number): void {
  const { rules, calls } = errand;
  endPermits(account, errand);
  learnWindow(account, calls, nowMs);
  for (const { endedAtMs, end } of calls) {
    if (end.usage?.daily) account.day = end.usage.daily;
    for (const fault of [...end.faults, ...end.recordFaults])
      // Our own refusal: the account was closed already.
      if (fault.kind === 'rate-limited' && fault.sent !== 'notSent')
        account.closedUntilMs = Math.max(account.closedUntilMs, endedAtMs + leastWaitMs([fault]));
  }
  countOwnCalls(account, rules, calls.length, nowMs);
  forgetOld(account, rules, nowMs);
  judgeCalls(account, errand, nowMs);
}

function endPermits(account: AccountState, { calls, unused }: Errand): void {
  const endedAtMs = new Map(calls.map((call) => [call.permitId, call.endedAtMs]));
  account.book = account.book
    .filter(({ permit }) => permit === undefined || !unused.includes(permit))
    .map((counted) => {
      const atMs = counted.permit === undefined ? undefined : endedAtMs.get(counted.permit);
      return atMs === undefined ? counted : { atMs };
    });
}

function learnWindow(account: AccountState, calls: readonly EndedCall[], nowMs: number): void {
  const at = calls.findLastIndex(({ end }) => end.usage?.window);
  const silent = calls.slice(at + 1).filter(({ end }) => end.answered && end.faults.length === 0).length;
  const latest = calls[at];
  const window = latest?.end.usage?.window;
  account.silent = window ? silent : account.silent + silent;
  if (latest && window) {
    const { limit, windowMs } = window;
    account.window = { limit: Math.max(1, limit), windowMs: Math.max(1, windowMs) };
    learnOthers(account, window, latest.begunAtMs, nowMs);
  }
  if (account.silent >= silentAnswers) account.window = 'none';
}

/**
 * Calls counted by the provider beyond ours are other clients', and leave within one window. Calls in flight
 * may be missing, so this counts too few, never too many.
 */
function learnOthers(
  account: AccountState,
  { limit, remaining, windowMs }: NonNullable<ProviderUsage['window']>,
  begunAtMs: number,
  nowMs: number,
): void {
  if (nowMs - begunAtMs > windowMs) return;
  const known = momentsOf(account).all.filter((atMs) => atMs >= begunAtMs - windowMs).length;
  const others = Math.min(mostUnknownCalls, limit - remaining - known);
  if (others > 0) account.book = [...account.book, { atMs: nowMs, others }];
}

/** Two windows: answers in flight still count older calls. */
function forgetOld(account: AccountState, rules: QuotaRules, nowMs: number): void {
  const sinceMs = nowMs - 2 * (windowOf(account, rules)?.windowMs ?? -Infinity);
  account.book = account.book.filter(({ atMs }) => atMs > sinceMs);
}
