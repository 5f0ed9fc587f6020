import { judgeOutage } from './breaker.ts';
import { dayProbeMs, mostUnknownCalls, silentAnswers, type AccountState } from './account-state.ts';
import type { QuotaRules, Report } from './quota.ts';
import { withoutSlot, withSlot, type Slot } from './window-slots.ts';

/** What is known of the account after a report. */
export function takeReport(
  state: AccountState,
  rules: QuotaRules,
  report: Report,
  nowMs: number,
): AccountState {
  const moved = withUnused(withEnded(state, report, nowMs), report);
  const seen = withOthers(withWindow(moved, report), report, nowMs);
  const closedUntilMs = Math.max(seen.closedUntilMs, nowMs + (report.closedForMs ?? 0));
  const rested = withDay(forgetOld({ ...seen, closedUntilMs }, rules, nowMs), rules, report, nowMs);
  return judgeOutage(rested, rules.breaker, report, nowMs);
}

function withEnded(state: AccountState, { ended }: Report, nowMs: number): AccountState {
  const moments = new Map(ended.map(({ id, agoMs }) => [id, nowMs - agoMs]));
  const move = (slots: readonly Slot[]): readonly Slot[] =>
    slots
      .map((slot) => ({ ...slot, atMs: moments.get(slot.id) ?? slot.atMs }))
      .toSorted((a, b) => a.atMs - b.atMs);
  return ended.length === 0 ? state : { ...state, own: move(state.own), all: move(state.all) };
}

function withUnused(state: AccountState, { unused }: Report): AccountState {
  const without = (slots: readonly Slot[]): readonly Slot[] => unused.reduce(withoutSlot, slots);
  return unused.length === 0 ? state : { ...state, own: without(state.own), all: without(state.all) };
}

function withWindow(state: AccountState, { window, silent }: Report): AccountState {
  const count = window ? silent : state.silent + silent;
  const known = window
    ? { window: { limit: Math.max(1, window.limit), windowMs: Math.max(1, window.windowMs) } }
    : {};
  return { ...state, ...known, silent: count, ...(count >= silentAnswers && { window: 'none' as const }) };
}

/**
 * What the provider counted and we know nothing of was used by others: it leaves the window no later than one window
 * from now. What is under way here may not be counted there yet, so this never sees too much, at times too little.
 */
function withOthers(state: AccountState, { window }: Report, nowMs: number): AccountState {
  if (!window || window.begunAgoMs > window.windowMs) return state;
  const sinceMs = nowMs - window.begunAgoMs - window.windowMs;
  const known = state.all.filter(({ atMs }) => atMs >= sinceMs).length;
  const unknown = Math.min(mostUnknownCalls, window.limit - window.remaining - known);
  let { all, count } = state;
  for (let added = 0; added < unknown; added += 1) {
    all = withSlot(all, { id: String(count), atMs: nowMs });
    count += 1;
  }
  return { ...state, all, count };
}

/** Slots stay for two windows: answers that are on their way still count them. */
function forgetOld(state: AccountState, rules: QuotaRules, nowMs: number): AccountState {
  const known = state.window ?? rules.window;
  if (known === 'none' || !known) return { ...state, own: [], all: [] };
  const sinceMs = nowMs - 2 * known.windowMs;
  const young = ({ atMs }: Slot): boolean => atMs > sinceMs;
  return { ...state, own: state.own.filter(young), all: state.all.filter(young) };
}

/** Asynchronous work has used its share of the day, or others have. */
export const isDayUsed = (
  { limit, remaining }: NonNullable<Report['daily']>,
  { asynchronousDailyShare }: QuotaRules,
): boolean => limit - remaining >= limit * asynchronousDailyShare;

function withDay(state: AccountState, rules: QuotaRules, { daily }: Report, nowMs: number): AccountState {
  if (!daily) return state;
  const { dayUsedUntilMs: known, ...rest } = state;
  if (!isDayUsed(daily, rules)) return rest;
  return { ...rest, dayUsedUntilMs: known ?? nowMs + dayProbeMs };
}
