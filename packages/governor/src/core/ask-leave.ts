import { dayProbeMs, type AccountState } from './account-state.ts';
import { probedOutage } from './breaker.ts';
import { leaveTimes } from './leave-times.ts';
import type { Answer, Ask, QuotaRules } from './quota.ts';
import { denied, reserve, windowOf } from './reserve.ts';

type Asked = { state: AccountState; answer: Answer };

/**
 * Decides, purely, whether and when calls may begin. A leave is a place in the window from its start on, so that the
 * next who asks is told the truth: those who wait are served in the order in which they asked.
 */
export function askLeave(state: AccountState, rules: QuotaRules, ask: Ask, nowMs: number): Asked {
  const shut = shutFor(state, ask, nowMs);
  if (shut) return { state, answer: shut };
  const probes = isProbe(state, ask);
  const asked = reserve(state, rules, { ...ask, wanted: probes ? 1 : ask.wanted }, nowMs);
  if (asked.answer.kind === 'denied') return asked;
  if (probes)
    return { ...asked, state: withProbes(asked.state, { rules, ask, nowMs, answer: asked.answer }) };
  // Whoever may call without asking may be anybody: not while asynchronous work has to keep out.
  const isFree =
    !windowOf(state, rules) && state.closedUntilMs <= nowMs && state.dayUsedUntilMs === undefined;
  return isFree ? { ...asked, answer: { ...asked.answer, freeForMs: leaveTimes.freeForMs } } : asked;
}

/** Nobody calls an account that is away, nor asynchronous work one whose day is used up. */
function shutFor({ outage, dayUsedUntilMs }: AccountState, ask: Ask, nowMs: number): Answer | undefined {
  if (outage && outage.untilMs > nowMs) {
    const waitMs = outage.untilMs - nowMs;
    return denied('outage', outage.probe === undefined ? waitMs : Math.min(waitMs, leaveTimes.probeLookMs));
  }
  if (ask.synchronous || dayUsedUntilMs === undefined || dayUsedUntilMs <= nowMs) return undefined;
  return denied('quota', dayUsedUntilMs - nowMs);
}

/** One call finds out whether the account is there again, or its day has room again. */
const isProbe = ({ outage, dayUsedUntilMs }: AccountState, { synchronous }: Ask): boolean =>
  outage !== undefined || (!synchronous && dayUsedUntilMs !== undefined);

type Probing = { rules: QuotaRules; ask: Ask; nowMs: number; answer: Extract<Answer, { kind: 'granted' }> };

function withProbes(state: AccountState, { rules, ask, nowMs, answer }: Probing): AccountState {
  const { outage, dayUsedUntilMs } = state;
  const probe = answer.leaves[0]?.id ?? '';
  return {
    ...state,
    ...(outage && { outage: probedOutage(outage, rules.breaker, probe, nowMs) }),
    ...(!ask.synchronous && dayUsedUntilMs !== undefined && { dayUsedUntilMs: nowMs + dayProbeMs }),
  };
}
