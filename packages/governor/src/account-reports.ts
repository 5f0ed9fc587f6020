import type { Ask, EndedCall, Outcome, QuotaRules } from './core/errand.ts';
import type { GovernorCounts } from './governor-metrics.ts';
import type { AccountStates } from './states/account-states.ts';

export type ReportOptions = {
  key: string;
  provider: string;
  rules: QuotaRules;
  states: AccountStates;
  counts: GovernorCounts;
};

/** Reports ended calls and unused permits with the next ask, or after a delay. */
export function accountReports({ key, provider, rules, states, counts }: ReportOptions) {
  let calls: EndedCall[] = [];
  let unused: string[] = [];
  let timer: { dueAtMs: number; timeout: NodeJS.Timeout } | undefined;
  let reporting: Promise<unknown> = Promise.resolve();

  const run = async (ask?: Ask): Promise<Outcome> => {
    clearTimeout(timer?.timeout);
    timer = undefined;
    const errand = { rules, calls, unused, ...(ask && { ask }) };
    [calls, unused] = [[], []];
    const outcome = await states.run(key, errand);
    if (outcome.breaker) counts.turned(provider, outcome.breaker);
    return outcome;
  };
  const report = (): void => {
    clearTimeout(timer?.timeout);
    timer = undefined;
    if (calls.length + unused.length > 0) reporting = run();
  };
  return {
    ended: (call: EndedCall): void => void calls.push(call),
    unused: (permitId: string): void => void unused.push(permitId),
    ask: run,
    reportWithin: (delayMs: number): void => {
      const dueAtMs = performance.now() + delayMs;
      if (timer && timer.dueAtMs <= dueAtMs) return;
      clearTimeout(timer?.timeout);
      if (delayMs === 0) report();
      else timer = { dueAtMs, timeout: setTimeout(report, delayMs) };
    },
    flush: async (): Promise<void> => {
      await reporting;
      report();
      await reporting;
    },
  };
}
