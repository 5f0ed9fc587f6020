import type { Ask, EndedCall, Outcome, QuotaRules } from './core/errand.ts';
import type { GovernorCounts } from './governor-metrics.ts';
import type { AccountStates } from './states/account-states.ts';

export type ReportOptions = {
  key: string;
  provider: string;
  /** They may change at any time. */
  rules: () => QuotaRules;
  states: AccountStates;
  counts: GovernorCounts;
};

/** Earlier reports cost more round trips than they gain. */
const reportMs = 250;

/** Reports ended calls and unused permits with the next ask, or soon afterwards. */
export function accountReports({ key, provider, rules, states, counts }: ReportOptions) {
  let calls: EndedCall[] = [];
  let unused: string[] = [];
  let timer: NodeJS.Timeout | undefined;
  let reporting: Promise<unknown> = Promise.resolve();

  const run = async (ask?: Ask): Promise<Outcome> => {
    clearTimeout(timer);
    timer = undefined;
    const errand = { rules: rules(), calls, unused, ...(ask && { ask }) };
    [calls, unused] = [[], []];
    const outcome = await states.run(key, errand);
    if (outcome.breaker) counts.turned(provider, outcome.breaker);
    return outcome;
  };
  const report = (): void => {
    if (calls.length + unused.length > 0) reporting = run();
  };
  const reportSoon = (): void => {
    timer ??= setTimeout(report, reportMs);
  };
  return {
    ask: run,
    ended: (call: EndedCall, isUrgent: boolean): void => {
      calls.push(call);
      if (isUrgent) report();
      else reportSoon();
    },
    unused: (permitId: string): void => {
      unused.push(permitId);
      reportSoon();
    },
    flush: async (): Promise<void> => {
      await reporting;
      report();
      await reporting;
    },
  };
}
