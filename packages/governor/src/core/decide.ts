import { accountAt, windowOf, type AccountState } from './account-state.ts';
import type { Answer, Ask, Errand, Outcome, QuotaRules } from './errand.ts';
import { denied, reserve, type Moment } from './reserve.ts';
import { dayProbeAtMs, isDayShort } from './spacing.ts';
import { takeCalls } from './take-calls.ts';

/** Without a window, calls may begin without asking for so long. */
const freeForMs = 250;
/** While a probe is in flight. */
const probeLookMs = 1_000;

/**
 * Applies an errand to an account's state. Pure.
 * @param known undefined: a new account
 * @param newId names permits uniquely among all processes
 */
export function decide(
  known: AccountState | undefined,
  errand: Errand,
  nowMs: number,
  newId: () => string,
): { state: AccountState; outcome: Outcome } {
  const state = accountAt(nowMs, known);
  const wasAway = state.outage !== undefined;
  takeCalls(state, errand, nowMs);
  const isAway = state.outage !== undefined;
  const answer = errand.ask && answerAsk(state, errand.rules, errand.ask, { nowMs, newId });
  return {
    state,
    outcome: {
      ...(answer && { answer }),
      ...(isAway !== wasAway && { breaker: isAway ? 'opened' : 'closed' }),
    },
  };
}

function answerAsk(account: AccountState, rules: QuotaRules, ask: Ask, moment: Moment): Answer {
  const { nowMs } = moment;
  const { outage } = account;
  if (outage && outage.untilMs > nowMs) {
    const longestMs = outage.probe === undefined ? Infinity : probeLookMs;
    return { ...denied('outage', Math.min(outage.untilMs - nowMs, longestMs)), last: outage.last };
  }
  const dayAtMs = ask.synchronous ? undefined : dayProbeAtMs(account, rules, nowMs);
  if (dayAtMs !== undefined && dayAtMs > nowMs) return denied('quota', dayAtMs - nowMs);
  // One call probes whether the account is back, or its day has room.
  const isProbe = outage !== undefined || dayAtMs !== undefined;
  const answer = reserve(account, rules, isProbe ? { ...ask, wanted: 1 } : ask, moment);
  if (answer.kind === 'denied') return answer;
  if (outage) {
    const probe = answer.permits[0]?.id ?? '';
    account.outage = { ...outage, untilMs: nowMs + rules.breaker.probeMs, probe };
  }
  // Any write may use calls without permits, so there are none while asynchronous work waits or is spaced.
  const isShut = isProbe || account.closedUntilMs > nowMs || isDayShort(account, rules);
  // Nothing else keeps our calls within our own share.
  const isCounted = rules.ownDailyShare !== undefined;
  return isShut || isCounted || windowOf(account, rules) ? answer : { ...answer, freeForMs };
}
