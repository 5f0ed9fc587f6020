import type { Pace } from '@writ/providers';
import type { Closing, Logger, Metrics } from '@writ/service-kit';
import { LRUCache } from 'lru-cache';
import {
  accountRules,
  type AccountRules,
  type GovernedAccount,
  type QuotaPercentOf,
  type QuotaVariables,
} from './account-rules.ts';
import { accountView, type AccountView } from './core/account-view.ts';
import type { WaitReason } from './core/errand.ts';
import { governorMetrics, type GovernorCounts } from './governor-metrics.ts';
import { pacedAccount, type PacedAccount } from './paced-account.ts';
import { memoryStates, mostAccounts, type AccountStates } from './states/account-states.ts';
import { redisValues } from './states/shared/redis-values.ts';
import { sharedStates } from './states/shared/shared-states.ts';
import { writePace, type PaceOptions } from './write-pace.ts';

/** `busy`: this process runs as many writes as the account bears. */
type Permits =
  | { kind: 'granted'; units: number }
  | { kind: 'busy' }
  | { kind: 'denied'; reason: WaitReason; waitMs: number };

export type Governor = ReturnType<typeof createGovernor>;

/** One account that hangs must leave connections to others. */
const shareOfOne = 1 / 4;

/**
 * Processes share accounts' states through Redis; without it, this process counts alone.
 * @param options.most concurrent asynchronous writes of an account
 * @param options.connections to one provider address for synchronous writes
 * @param options.answerLimitMs of Redis, before this process decides alone; default: 1 s
 */
export function openGovernor(
  options: {
    config: QuotaVariables & { REDIS_URL: string | undefined };
    quotaPercentOf: QuotaPercentOf;
    most?: number;
    connections?: number;
    logger: Logger;
    metrics: Metrics;
    answerLimitMs?: number;
  },
  closing: Closing,
): Governor {
  const { config, logger, most = 1, connections = 1, answerLimitMs } = options;
  const mostSynchronous = Math.max(1, Math.floor(connections * shareOfOne));
  const counts = governorMetrics(options.metrics);
  const redisUrl = config.REDIS_URL;
  const states =
    redisUrl === undefined
      ? memoryStates()
      : sharedStates({
          values: redisValues({ redisUrl, logger, ...(answerLimitMs !== undefined && { answerLimitMs }) }),
          logger,
          localShare: config.PROVIDER_QUOTA_ALONE_PERCENT / 100,
          onAlone: () => counts.alone(),
        });
  const rulesOf = accountRules(config, options.quotaPercentOf);
  return closing.add(createGovernor({ rulesOf, states, counts, most, mostSynchronous }), (governor) =>
    governor.close(),
  );
}

/** @param options.most, options.mostSynchronous concurrent writes of an account in this process */
export function createGovernor(options: {
  rulesOf: (account: GovernedAccount) => AccountRules;
  states: AccountStates;
  counts: GovernorCounts;
  most: number;
  mostSynchronous: number;
}) {
  const { states, counts } = options;
  const accounts = new LRUCache<string, PacedAccount>({ max: mostAccounts });

  const accountOf = (governed: GovernedAccount): PacedAccount => {
    const { key, provider } = governed;
    const known = accounts.get(key);
    if (known) return known;
    const rules = () => options.rulesOf(governed);
    const account = pacedAccount({ ...options, key, provider, rules });
    accounts.set(key, account);
    return account;
  };

  return {
    /**
     * Takes permits for up to `wanted` units to claim next. Never waits.
     * @param options.isSpaced other writes may share the calls: while calls are short, permits come one by
     * one, evenly
     */
    permits: (
      governed: GovernedAccount,
      wanted: number,
      { isSpaced = false }: { isSpaced?: boolean } = {},
    ): Promise<Permits> => takePermits(accountOf(governed), counts, wanted, isSpaced),
    /** Returns permits without units. */
    giveBack: (governed: GovernedAccount, units: number): void => accountOf(governed).giveBackHeld(units),
    paced: async <Result>(
      governed: GovernedAccount,
      paceOptions: PaceOptions,
      work: (pace: Pace) => Promise<Result>,
    ): Promise<Result> => {
      const account = accountOf(governed);
      const first = paceOptions.synchronous ? undefined : account.takeHeld();
      const pace = writePace(account, { ...paceOptions, first, counts });
      account.begun();
      try {
        return await work(pace);
      } finally {
        account.finished();
        pace.close();
      }
    },
    /** @throws as `AccountLook` */
    look: async (governed: GovernedAccount): Promise<AccountView> => {
      const { state, nowMs } = await states.look(governed.key);
      return accountView(state, options.rulesOf(governed), nowMs);
    },
    close: async (): Promise<void> => {
      await Promise.allSettled([...accounts.values()].map((account) => account.flush()));
      states.close();
    },
  };
}

async function takePermits(
  account: PacedAccount,
  counts: GovernorCounts,
  wanted: number,
  isSpaced: boolean,
): Promise<Permits> {
  const units = Math.min(wanted, account.room());
  if (units <= 0) return { kind: 'busy' };
  const answer = await account.ask({ synchronous: false, wanted: units, maxWaitMs: 0, isSpaced });
  if (answer.kind === 'denied') {
    const { kind, reason, waitMs, isSpaced: hasQuota = false } = answer;
    if (!hasQuota) counts.denied(account.provider, reason);
    return { kind, reason, waitMs };
  }
  account.hold(answer.permits);
  return { kind: 'granted', units: answer.permits.length };
}
