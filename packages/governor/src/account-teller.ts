import type { Ask, EndedCall, Outcome, QuotaRules } from './core/errand.ts';
import type { GovernorCounts } from './governor-metrics.ts';
import type { AccountStates } from './states/account-states.ts';

export type Telling = {
  key: string;
  provider: string;
  rules: QuotaRules;
  states: AccountStates;
  counts: GovernorCounts;
};

/** Reports ended calls and unused permits with the next ask, or after a delay. */
export function accountTeller({ key, provider, rules, states, counts }: Telling) {
  let calls: EndedCall[] = [];
  let unused: string[] = [];
  let timer: { dueAtMs: number; timeout: NodeJS.Timeout } | undefined;
  let telling: Promise<unknown> = Promise.resolve();

  const run = async (ask?: Ask): Promise<Outcome> => {
    clearTimeout(timer?.timeout);
    timer = undefined;
    const errand = { rules, calls, unused, ...(ask && { ask }) };
    [calls, unused] = [[], []];
    const outcome = await states.run(key, errand);
    if (outcome.breaker) counts.turned(provider, outcome.breaker);
    return outcome;
  };
  const tell = (): void => {
    clearTimeout(timer?.timeout);
    timer = undefined;
    if (calls.length + unused.length > 0) telling = run();
  };
  return {
    ended: (call: EndedCall): void => void calls.push(call),
    unused: (permitId: string): void => void unused.push(permitId),
    ask: run,
    tellWithin: (delayMs: number): void => {
      const dueAtMs = performance.now() + delayMs;
      if (timer && timer.dueAtMs <= dueAtMs) return;
      clearTimeout(timer?.timeout);
      if (delayMs === 0) tell();
      else timer = { dueAtMs, timeout: setTimeout(tell, delayMs) };
    },
    flush: async (): Promise<void> => {
      await telling;
      tell();
      await telling;
    },
  };
}
