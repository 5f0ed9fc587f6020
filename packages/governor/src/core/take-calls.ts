import type { ProviderUsage } from '@writ/providers';
import { leastWaitMs } from '@writ/write-core';
import { windowOf, type AccountState } from './account-state.ts';
import { judgeCalls } from './breaker.ts';
import type { EndedCall, Errand, QuotaRules } from './errand.ts';

/** So many successes without a window show that there is none; a 429 would show one. */
const silentAnswers = 10;
/** Bounds what one header can make us count. */
const mostUnknownCalls = 1_000;
/** No answer shows when a day has room again. */
export const dayProbeMs = 300_000;

export function takeCalls(account: AccountState, errand: Errand, nowMs: number): void {
  const { rules, calls } = errand;
  endPermits(account, errand);
  learnWindow(account, calls, nowMs);
  for (const { endedAtMs, end } of calls)
    for (const fault of [...end.faults, ...end.recordFaults])
      // Our own refusal: the account was closed already.
      if (fault.kind === 'rate-limited' && fault.sent !== 'notSent')
        account.closedUntilMs = Math.max(account.closedUntilMs, endedAtMs + leastWaitMs([fault]));
  forgetOld(account, rules, nowMs);
  learnDay(account, errand, nowMs);
  judgeCalls(account, errand, nowMs);
}

/** A call's place counts from its answer. */
function endPermits(account: AccountState, { calls, unused }: Errand): void {
  const known = new Set(account.permits.map(({ id }) => id));
  const over = new Set(unused);
  for (const { permitId, endedAtMs } of calls) {
    if (permitId === undefined || !known.has(permitId)) continue;
    over.add(permitId);
    account.ended = [...account.ended, endedAtMs];
  }
  if (over.size > 0) account.permits = account.permits.filter(({ id }) => !over.has(id));
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
 * Calls counted by the provider beyond ours are other clients', and leave within one window. Calls in flight may be
 * missing, so this counts too few, never too many.
 */
function learnOthers(
  account: AccountState,
  { limit, remaining, windowMs }: NonNullable<ProviderUsage['window']>,
  begunAtMs: number,
  nowMs: number,
): void {
  if (nowMs - begunAtMs > windowMs) return;
  const known = momentsOf(account).all.filter((atMs) => atMs >= begunAtMs - windowMs).length;
  const unknown = Math.min(mostUnknownCalls, limit - remaining - known);
  if (unknown > 0) account.others = [...account.others, ...Array<number>(unknown).fill(nowMs)];
}

/** When calls were counted, in order; each leaves one window later. */
export function momentsOf({ permits, ended, others }: AccountState): { own: number[]; all: number[] } {
  const own = [...permits.map(({ endAtMs }) => endAtMs), ...ended];
  return { own: own.toSorted(byTime), all: [...own, ...others].sort(byTime) };
}

const byTime = (a: number, b: number): number => a - b;

/** Two windows: answers in flight still count older calls. */
function forgetOld(account: AccountState, rules: QuotaRules, nowMs: number): void {
  const sinceMs = nowMs - 2 * (windowOf(account, rules)?.windowMs ?? -Infinity);
  account.permits = account.permits.filter(({ endAtMs }) => endAtMs > sinceMs);
  account.ended = account.ended.filter((atMs) => atMs > sinceMs);
  account.others = account.others.filter((atMs) => atMs > sinceMs);
}

/** By asynchronous work or other clients. */
export const isDayUsed = (
  { limit, remaining }: NonNullable<ProviderUsage['daily']>,
  { asynchronousDailyShare }: QuotaRules,
): boolean => limit - remaining >= limit * asynchronousDailyShare;

function learnDay(account: AccountState, errand: Errand, nowMs: number): void {
  const { calls, rules } = errand;
  endDayProbe(account, errand, nowMs);
  const daily = calls.findLast(({ end }) => end.usage?.daily)?.end.usage?.daily;
  if (!daily) return;
  account.day = daily;
  if (isDayUsed(daily, rules)) account.dayUsedUntilMs ??= nowMs + dayProbeMs;
  else {
    delete account.dayUsedUntilMs;
    delete account.dayProbe;
  }
}

/** A probe without a call proves nothing: the next may start immediately. */
function endDayProbe(account: AccountState, { calls, unused }: Errand, nowMs: number): void {
  const { dayProbe } = account;
  if (dayProbe === undefined) return;
  const isUnused = unused.includes(dayProbe);
  if (isUnused) account.dayUsedUntilMs = nowMs;
  if (isUnused || calls.some(({ permitId }) => permitId === dayProbe)) delete account.dayProbe;
}
