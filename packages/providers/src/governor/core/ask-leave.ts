import { dayProbeMs, type AccountState } from './account-state.ts';
import { leaveTimes } from './leave-times.ts';
import type { Answer, Ask, Leave, QuotaRules, WindowLimit } from './quota.ts';
import { nextStart, withSlot } from './window-slots.ts';

const { longestLookAheadMs, shortestValidMs, longestValidMs } = leaveTimes;

type Asked = { state: AccountState; answer: Answer };
type Denied = Extract<Answer, { kind: 'denied' }>;

/**
 * Decides, purely, whether and when calls may begin. A leave is a place in the window from its start on, so that the
 * next who asks is told the truth: those who wait are served in the order in which they asked.
 */
export function askLeave(state: AccountState, rules: QuotaRules, ask: Ask, nowMs: number): Asked {
  const shut = shutFor(state, ask, nowMs);
  if (shut) return { state, answer: shut };
  const asked = reserve(state, rules, { ...ask, wanted: isProbe(state, ask) ? 1 : ask.wanted }, nowMs);
  if (asked.answer.kind === 'denied') return asked;
  const [first] = asked.answer.leaves;
  return { ...asked, state: withProbes(asked.state, { rules, ask, nowMs, probe: first?.id ?? '' }) };
}

const denied = (reason: Denied['reason'], waitMs: number): Denied => ({
  kind: 'denied',
  reason,
  waitMs: Math.max(1, waitMs),
});

/** Nobody calls an account that is away, nor asynchronous work one whose day is used up. */
function shutFor({ outage, dayUsedUntilMs }: AccountState, ask: Ask, nowMs: number): Denied | undefined {
  if (outage && outage.untilMs > nowMs) return denied('outage', outage.untilMs - nowMs);
  if (ask.synchronous || dayUsedUntilMs === undefined || dayUsedUntilMs <= nowMs) return undefined;
  return denied('quota', dayUsedUntilMs - nowMs);
}

/** One call finds out whether the account is there again, or its day has room again. */
const isProbe = ({ outage, dayUsedUntilMs }: AccountState, { synchronous }: Ask): boolean =>
  outage !== undefined || (!synchronous && dayUsedUntilMs !== undefined);

function withProbes(
  state: AccountState,
  { rules, ask, nowMs, probe }: { rules: QuotaRules; ask: Ask; nowMs: number; probe: string },
): AccountState {
  const { outage, dayUsedUntilMs } = state;
  return {
    ...state,
    ...(outage && { outage: { ...outage, untilMs: nowMs + rules.breaker.probeMs, probe } }),
    ...(!ask.synchronous && dayUsedUntilMs !== undefined && { dayUsedUntilMs: nowMs + dayProbeMs }),
  };
}

function reserve(state: AccountState, rules: QuotaRules, ask: Ask, nowMs: number): Asked {
  const window = windowOf(state, rules);
  const { lookAheadMs, validMs } = timesOf(window);
  const patienceMs = ask.synchronous ? ask.maxWaitMs : lookAheadMs;
  const leaves: Leave[] = [];
  let next = state;
  for (let given = 0; given < ask.wanted; given += 1) {
    const startInMs = Math.max(startOf(next, rules, ask, nowMs), state.closedUntilMs) - nowMs;
    if (startInMs > patienceMs) {
      if (given > 0) break;
      return { state, answer: denied('quota', ask.synchronous ? startInMs : startInMs - lookAheadMs) };
    }
    const id = String(next.count);
    const slot = { id, atMs: nowMs + startInMs + validMs };
    next = { ...next, count: next.count + 1 };
    if (window) next = { ...next, own: withSlot(next.own, slot), all: withSlot(next.all, slot) };
    leaves.push({ id, startInMs, validMs });
  }
  return { state: next, answer: { kind: 'granted', leaves } };
}

/** The window that the provider's answers name, else the one that is assumed. */
const windowOf = ({ window }: AccountState, rules: QuotaRules): WindowLimit | undefined =>
  window === 'none' ? undefined : (window ?? rules.window);

/**
 * How far ahead leaves are given to asynchronous work, so that the way to its calls costs no quota, and for how long a
 * leave is good: a call that begins later than that would be counted too early.
 */
function timesOf(window: WindowLimit | undefined): { lookAheadMs: number; validMs: number } {
  if (!window) return { lookAheadMs: 0, validMs: longestValidMs };
  const { windowMs } = window;
  return {
    lookAheadMs: Math.min(longestLookAheadMs, windowMs / 20),
    validMs: Math.max(shortestValidMs, Math.min(longestValidMs, windowMs / 10)),
  };
}

/** Ours stay within the share, and all together within the limit; the last places are for synchronous calls. */
function startOf(state: AccountState, rules: QuotaRules, { synchronous }: Ask, nowMs: number): number {
  const window = windowOf(state, rules);
  if (!window) return nowMs;
  const { windowMs } = window;
  const kept = synchronous ? 0 : rules.synchronousShare;
  const own = Math.max(1, Math.floor(window.limit * rules.share));
  const within = (limit: number): WindowLimit => ({ limit: Math.max(1, Math.floor(limit)), windowMs });
  return Math.max(
    nextStart(state.own, within(own * (1 - kept)), nowMs),
    nextStart(state.all, within(window.limit - own * kept), nowMs),
  );
}
