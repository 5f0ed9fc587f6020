import type { ProviderUsage } from '@writ/providers';
import { leastWaitMs } from '@writ/write-core';
import { windowOf, type AccountState } from './account-state.ts';
import { judgeCalls } from './breaker.ts';
import type { EndedCall, Errand, QuotaRules } from './errand.ts';

/** After so many successes that name no window there is none: a 429 would tell. */
const silentAnswers = 10;
/** Calls of others that are noted from one answer: no header may make us count for ever. */
const mostUnknownCalls = 1_000;
/** How often asynchronous work tries whether a used-up day has room again: both kinds of day free themselves unseen. */
export const dayProbeMs = 300_000;

/** Notes in the account's state what came of calls. */
export function takeCalls(account: AccountState, errand: Errand, nowMs: number): void {
  const { rules, calls } = errand;
  endPermits(account, errand);
  learnWindow(account, calls, nowMs);
  for (const { endedAtMs, end } of calls)
    for (const fault of [...end.faults, ...end.recordFaults])
      // One that was not sent is our own: the account was closed already.
      if (fault.kind === 'rate-limited' && fault.sent !== 'notSent')
        account.closedUntilMs = Math.max(account.closedUntilMs, endedAtMs + leastWaitMs([fault]));
  forgetOld(account, rules, nowMs);
  learnDay(account, errand, nowMs);
  judgeCalls(account, errand, nowMs);
}

/** The place of a call counts from its answer on; the place of an unused permit is free at once. */
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
  const teller = calls.findLastIndex(({ end }) => end.usage?.window);
  const silent = calls.slice(teller + 1).filter(({ end }) => end.answered && end.faults.length === 0).length;
  const told = calls[teller];
  const window = told?.end.usage?.window;
  account.silent = window ? silent : account.silent + silent;
  if (told && window) {
    const { limit, windowMs } = window;
    account.window = { limit: Math.max(1, limit), windowMs: Math.max(1, windowMs) };
    learnOthers(account, window, told.begunAtMs, nowMs);
  }
  if (account.silent >= silentAnswers) account.window = 'none';
}

/**
 * What the provider counted and we know nothing of was used by others: it leaves the window no later than one window
 * from now. What is under way here may not be counted there yet, so this never sees too much, at times too little.
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

/** By when the provider has counted calls of ours, and all calls, in order: each leaves the window one window later. */
export function momentsOf({ permits, ended, others }: AccountState): { own: number[]; all: number[] } {
  const own = [...permits.map(({ endAtMs }) => endAtMs), ...ended];
  return { own: own.toSorted(byTime), all: [...own, ...others].sort(byTime) };
}

const byTime = (a: number, b: number): number => a - b;

/** Calls are kept for two windows: answers that are on their way still count them. */
function forgetOld(account: AccountState, rules: QuotaRules, nowMs: number): void {
  const sinceMs = nowMs - 2 * (windowOf(account, rules)?.windowMs ?? -Infinity);
  account.permits = account.permits.filter(({ endAtMs }) => endAtMs > sinceMs);
  account.ended = account.ended.filter((atMs) => atMs > sinceMs);
  account.others = account.others.filter((atMs) => atMs > sinceMs);
}

/** Asynchronous work has used its share of the day, or others have. */
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

/** A probe of the day that made no call found out nothing: the next may try at once. */
function endDayProbe(account: AccountState, { calls, unused }: Errand, nowMs: number): void {
  const { dayProbe } = account;
  if (dayProbe === undefined) return;
  const isUnused = unused.includes(dayProbe);
  if (isUnused) account.dayUsedUntilMs = nowMs;
  if (isUnused || calls.some(({ permitId }) => permitId === dayProbe)) delete account.dayProbe;
}
