import { accountAt, windowOf, type AccountState } from './account-state.ts';
import { probedOutage } from './breaker.ts';
import type { Answer, Ask, Errand, Outcome, QuotaRules } from './errand.ts';
import { denied, reserve, type Moment } from './reserve.ts';
import { isDayShort } from './spacing.ts';
import { dayProbeMs, takeCalls } from './take-calls.ts';

/** Without a window, calls may begin without asking for so long. */
const freeForMs = 250;
/** How soon to ask again while a probe is in flight. */
const probeLookMs = 1_000;

/**
 * Applies an errand to an account's state. Pure.
 *
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

const lookAgainMs = (waitMs: number, probe: string | undefined): number =>
  probe === undefined ? waitMs : Math.min(waitMs, probeLookMs);

function answerAsk(account: AccountState, rules: QuotaRules, ask: Ask, moment: Moment): Answer {
  const { nowMs } = moment;
  const { outage, dayUsedUntilMs, dayProbe } = account;
  if (outage && outage.untilMs > nowMs)
    return {
      ...denied('outage', lookAgainMs(outage.untilMs - nowMs, outage.probe)),
      ...(outage.last && { last: outage.last }),
    };
  const triesDay = !ask.synchronous && dayUsedUntilMs !== undefined;
  if (triesDay && dayUsedUntilMs > nowMs)
    return denied('quota', lookAgainMs(dayUsedUntilMs - nowMs, dayProbe));
  // One call probes whether the account is back, or its day has room.
  const isProbe = outage !== undefined || triesDay;
  const answer = reserve(account, rules, isProbe ? { ...ask, wanted: 1 } : ask, moment);
  if (answer.kind === 'denied') return answer;
  const probe = answer.permits[0]?.id ?? '';
  if (outage) account.outage = probedOutage(outage, rules.breaker, probe, nowMs);
  if (triesDay) {
    account.dayUsedUntilMs = nowMs + dayProbeMs;
    account.dayProbe = probe;
  }
  // Any write may use calls without permits, so there are none while asynchronous work waits or is spaced.
  const isShut =
    isProbe || dayUsedUntilMs !== undefined || account.closedUntilMs > nowMs || isDayShort(account, rules);
  return isShut || windowOf(account, rules) ? answer : { ...answer, freeForMs };
}
