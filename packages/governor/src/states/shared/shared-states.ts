import type { Logger } from '@writ/service-kit';
import type { AccountStates } from '../account-states.ts';
import { inGroups } from './in-groups.ts';
import { sharedDecisions } from './shared-decisions.ts';
import type { SharedValues } from './redis-values.ts';

/** How long the shared values are left alone after they failed. */
const restMs = 1_000;

/**
 * States that all processes share. While the shared values are away this process goes on alone, from what it knew, with
 * a share of the quota; it comes back to them as a whole. What it decided alone is lost then, but for an account that
 * nobody else has changed meanwhile.
 */
export function sharedStates(options: {
  values: SharedValues;
  logger: Logger;
  /** The part of the quota that one process uses while it is alone; from above 0 to 1. */
  localShare: number;
  onAlone: () => void;
  /** Monotonic; `performance.now` unless told. */
  nowMs?: () => number;
}): AccountStates {
  const { values, localShare, nowMs = () => performance.now() } = options;
  const decisions = sharedDecisions({ ...options, nowMs });
  const together = inGroups(decisions.together);
  let restUntilMs = -Infinity;
  let isAway = false;

  return {
    run: async (account, errand) => {
      if (nowMs() >= restUntilMs) {
        // One finds out whether they are there again: all others would hang with it where they do not answer.
        if (isAway) restUntilMs = nowMs() + restMs;
        try {
          const outcome = await together(account, errand);
          isAway = false;
          restUntilMs = -Infinity;
          return outcome;
        } catch {
          isAway = true;
          restUntilMs = nowMs() + restMs;
        }
      }
      if (errand.ask) options.onAlone();
      const rules = { ...errand.rules, share: errand.rules.share * localShare };
      return decisions.alone(account, { ...errand, rules });
    },
    close: () => values.close(),
  };
}
