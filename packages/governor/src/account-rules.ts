import { providers, type providerQuotaVariables } from '@writ/providers';
import type { Values } from '@writ/service-kit';
import type { QuotaRules } from './core/errand.ts';

export type QuotaVariables = Values<typeof providerQuotaVariables>;

/** Per project, since a project has one app per provider. */
export type GovernedAccount = { key: string; provider: string };

/** The quota share, in percent, that an account's owner allows; undefined: the usual. */
export type QuotaPercentOf = (accountKey: string) => number | undefined;

export type AccountRules = QuotaRules & {
  /** Absent: the maximum. */
  firstConcurrency?: number;
};

/** One call in 5 s is no load. A call may hang for 90 s, so at most six probes hang at the same time. */
const breaker = { writes: 5, restMs: 5_000, probeMs: 15_000 };

/** An unknown provider has only the breaker. */
export function accountRules(
  config: QuotaVariables,
  quotaPercentOf: QuotaPercentOf,
): (account: GovernedAccount) => AccountRules {
  const any: AccountRules = {
    share: config.PROVIDER_QUOTA_PERCENT / 100,
    synchronousShare: config.PROVIDER_SYNCHRONOUS_PERCENT / 100,
    asynchronousDailyShare: 1,
    breaker,
  };
  const usual = new Map(
    providers.map(({ declaration, quotaOf }) => [declaration.name, { ...any, ...quotaOf(config) }]),
  );
  return ({ key, provider }) => {
    const rules = usual.get(provider) ?? any;
    const percent = quotaPercentOf(key);
    return percent === undefined ? rules : withShare(rules, percent / 100);
  };
}

/**
 * Our own calls have this share of window and day. An owner who allows more than the usual day allows it for
 * all.
 */
const withShare = (rules: AccountRules, share: number): AccountRules => ({
  ...rules,
  share,
  ownDailyShare: share,
  asynchronousDailyShare: Math.max(rules.asynchronousDailyShare, share),
});
