import type { AccountState } from './account-state.ts';
import { leaveTimes } from './leave-times.ts';
import type { Answer, Ask, Leave, QuotaRules, WaitReason, WindowLimit } from './quota.ts';
import { nextStart, withSlot } from './window-slots.ts';

/** Takes the next places in the window, as many as begin soon enough for who asks. */
export function reserve(
  state: AccountState,
  rules: QuotaRules,
  ask: Ask,
  nowMs: number,
): { state: AccountState; answer: Answer } {
  const window = windowOf(state, rules);
  const { lookAheadMs, validMs } = timesOf(window);
  const patienceMs = ask.synchronous ? ask.maxWaitMs : lookAheadMs;
  const leaves: Leave[] = [];
  let next = state;
  for (let given = 0; given < ask.wanted; given += 1) {
    const startInMs = startOf(next, rules, ask.synchronous, nowMs) - nowMs;
    if (startInMs > patienceMs) {
      if (given > 0) break;
      return { state, answer: denied('quota', waitOf(state, rules, ask, nowMs)) };
    }
    const id = String(next.count);
    const slot = { id, atMs: nowMs + startInMs + validMs };
    next = { ...next, count: next.count + 1 };
    if (window) next = { ...next, own: withSlot(next.own, slot), all: withSlot(next.all, slot) };
    leaves.push({ id, startInMs, validMs });
  }
  return { state: next, answer: { kind: 'granted', leaves } };
}

export const denied = (reason: WaitReason, waitMs: number): Answer => ({
  kind: 'denied',
  reason,
  waitMs: Math.max(1, waitMs),
});

/** The window that the provider's answers name, else the one that is assumed. */
export const windowOf = ({ window }: AccountState, rules: QuotaRules): WindowLimit | undefined =>
  window === 'none' ? undefined : (window ?? rules.window);

function timesOf(window: WindowLimit | undefined): { lookAheadMs: number; validMs: number } {
  const { lookAheadPart, longestLookAheadMs, validPart, shortestValidMs, longestValidMs } = leaveTimes;
  if (!window) return { lookAheadMs: 0, validMs: longestValidMs };
  const { windowMs } = window;
  return {
    lookAheadMs: Math.min(longestLookAheadMs, windowMs / lookAheadPart),
    validMs: Math.max(shortestValidMs, Math.min(longestValidMs, windowMs / validPart)),
  };
}

/** How many calls of ours, and of all, may be in the window: the last places are for synchronous calls. */
function mostIn(
  { limit }: WindowLimit,
  rules: QuotaRules,
  synchronous: boolean,
): { own: number; all: number } {
  const kept = synchronous ? 0 : rules.synchronousShare;
  const own = Math.max(1, Math.floor(limit * rules.share));
  const atLeastOne = (most: number): number => Math.max(1, Math.floor(most));
  return { own: atLeastOne(own * (1 - kept)), all: atLeastOne(limit - own * kept) };
}

/** When the next call may begin, with so many places more left free than it takes. */
function startOf(
  state: AccountState,
  rules: QuotaRules,
  synchronous: boolean,
  nowMs: number,
  more = 0,
): number {
  const window = windowOf(state, rules);
  const openMs = Math.max(nowMs, state.closedUntilMs);
  if (!window) return openMs;
  const { windowMs } = window;
  const most = mostIn(window, rules, synchronous);
  return Math.max(
    openMs,
    nextStart(state.own, { limit: Math.max(1, most.own - more), windowMs }, nowMs),
    nextStart(state.all, { limit: Math.max(1, most.all - more), windowMs }, nowMs),
  );
}

/** After which wait to ask again. */
function waitOf(state: AccountState, rules: QuotaRules, { synchronous, wanted }: Ask, nowMs: number): number {
  const first = startOf(state, rules, synchronous, nowMs) - nowMs;
  const window = windowOf(state, rules);
  if (synchronous || !window) return first;
  const more = Math.min(wanted, Math.max(1, Math.floor(window.limit / leaveTimes.gatheredPart))) - 1;
  const gathered = startOf(state, rules, synchronous, nowMs, more) - nowMs;
  const { lookAheadMs } = timesOf(window);
  return Math.min(gathered, first + window.windowMs / leaveTimes.gatheredPart) - lookAheadMs;
}
