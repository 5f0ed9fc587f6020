import { accountAt, type AccountState } from './account-state.ts';
import { answerAsk } from './answer-ask.ts';
import type { Errand, Outcome } from './errand.ts';
import { takeCalls } from './take-calls.ts';

/**
 * The whole arithmetic, pure: what is known of an account after an errand, and what comes of the errand.
 *
 * @param known undefined: nothing is known of the account
 * @param newId names permits; no two may have one name, whichever process grants them
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
