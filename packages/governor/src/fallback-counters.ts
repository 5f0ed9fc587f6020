import { AccountStateError, type AccountCounters, type Errand } from './account-counters.ts';
import type { QuotaRules, Report } from './core/quota.ts';

/** How long the shared counters are left alone after they failed. */
const restMs = 1_000;
/** Marks leaves of this process's own counters, which the shared ones know nothing of. */
const localMark = 'local-';

/**
 * The shared counters, and while they are away a share of the quota that this process counts for itself. What the
 * provider's answers say is told to both, so that a closed account stays closed either way; calls that were counted
 * here show up in the shared counters through those answers. An account that the shared counters alone cannot count is
 * counted here, and no other.
 */
export function fallbackCounters(options: {
  shared: AccountCounters;
  local: AccountCounters;
  /** The part of the quota that one process uses while it is alone; from above 0 to 1. */
  localShare: number;
  nowMs: () => number;
  onFallback: () => void;
}): AccountCounters {
  const { shared, local, nowMs } = options;
  let restUntilMs = -Infinity;
  let failing = false;
  /** Accounts that cannot be counted there, and when that is tried again. */
  const accountRests = new Map<string, number>();

  const runLocal = async (account: string, errand: Errand) => {
    const rules = partOf(errand.rules, options.localShare);
    const reports = errand.reports.map((report) => ownPart(report, true));
    const outcome = await local.run(account, { ...errand, rules, reports });
    if (outcome.answer?.kind !== 'granted') return outcome;
    const leaves = outcome.answer.leaves.map((leave) => ({ ...leave, id: localMark + leave.id }));
    return { ...outcome, answer: { ...outcome.answer, leaves } };
  };

  const answered = (): void => {
    failing = false;
    restUntilMs = -Infinity;
  };
  const runShared = async (account: string, errand: Errand) => {
    const reports = errand.reports.map((report) => ownPart(report, false));
    const outcome = await shared.run(account, { ...errand, reports });
    answered();
    accountRests.delete(account);
    const { rules, reports: told } = errand;
    if (told.length > 0) await runLocal(account, { rules, reports: told });
    return outcome;
  };
  const restAfter = (error: unknown, account: string): void => {
    if (error instanceof AccountStateError) {
      answered();
      accountRests.set(account, nowMs() + restMs);
    } else {
      failing = true;
      restUntilMs = nowMs() + restMs;
    }
  };

  return {
    run: async (account, errand) => {
      if (nowMs() >= Math.max(restUntilMs, accountRests.get(account) ?? -Infinity)) {
        // One finds out whether they are there again: all others would hang with it where they do not answer.
        if (failing) restUntilMs = nowMs() + restMs;
        if (accountRests.has(account)) accountRests.set(account, nowMs() + restMs);
        try {
          return await runShared(account, errand);
        } catch (error) {
          restAfter(error, account);
        }
      }
      if (errand.ask) options.onFallback();
      return runLocal(account, errand);
    },
    close: () => {
      shared.close();
      local.close();
    },
  };
}

const partOf = (rules: QuotaRules, part: number): QuotaRules => ({ ...rules, share: rules.share * part });

/** The report without the leaves of the other counters. */
function ownPart(report: Report, isLocal: boolean): Report {
  const isOwn = (id: string): boolean => id.startsWith(localMark) === isLocal;
  const bare = (id: string): string => (isLocal ? id.slice(localMark.length) : id);
  return {
    ...report,
    ended: report.ended.filter(({ id }) => isOwn(id)).map((call) => ({ ...call, id: bare(call.id) })),
    unused: report.unused.filter(isOwn).map(bare),
  };
}
