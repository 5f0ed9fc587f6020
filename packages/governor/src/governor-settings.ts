import type { BreakerRules, QuotaRules, WindowLimit } from './core/quota.ts';

/** How the quotas of provider accounts are used. Shares are parts of 1. */
export type GovernorSettings = {
  share: number;
  synchronousShare: number;
  /** Of the quota, what a process uses while it cannot count together with the others. */
  localShare: number;
  providers: Readonly<Record<string, ProviderQuota>>;
};

type ProviderQuota = {
  /** Until the provider's answers tell. */
  window?: WindowLimit;
  asynchronousDailyShare: number;
  /** Writes of one account that one process has under way at first. */
  firstConcurrency?: number;
};

/** The variables of the environment that say how quotas are used. */
export type QuotaVariables = {
  PROVIDER_QUOTA_PERCENT: number;
  PROVIDER_SYNCHRONOUS_PERCENT: number;
  PROVIDER_QUOTA_ALONE_PERCENT: number;
  HUBSPOT_WINDOW_LIMIT: number;
  SALESFORCE_DAILY_PERCENT: number;
};

/** HubSpot counts over ten seconds (Providers §4). */
const hubspotWindowMs = 10_000;
/** Providers §4: an org that is written to by several at once starts to lock, so the beginning is modest. */
const salesforceFirstConcurrency = 6;

/**
 * Five different writes in a row; then 5 s, doubled up to 5 min. A call may hang for 90 s, for reasons of its own: the
 * account does not wait for one that has had no answer for 10 s.
 */
const breaker: BreakerRules = { writes: 5, firstMs: 5_000, longestMs: 300_000, probeMs: 10_000 };

/** The settings from a service's environment. */
export const governorSettings = (config: QuotaVariables): GovernorSettings => ({
  share: config.PROVIDER_QUOTA_PERCENT / 100,
  synchronousShare: config.PROVIDER_SYNCHRONOUS_PERCENT / 100,
  localShare: config.PROVIDER_QUOTA_ALONE_PERCENT / 100,
  providers: {
    hubspot: {
      window: { limit: config.HUBSPOT_WINDOW_LIMIT, windowMs: hubspotWindowMs },
      asynchronousDailyShare: 1,
    },
    salesforce: {
      asynchronousDailyShare: config.SALESFORCE_DAILY_PERCENT / 100,
      firstConcurrency: salesforceFirstConcurrency,
    },
  },
});

/** What holds for the accounts of a provider; of one that is not known, nothing but the breaker. */
export function rulesFor(settings: GovernorSettings, provider: string): QuotaRules {
  const { share, synchronousShare } = settings;
  const { window, asynchronousDailyShare = 1 } = settings.providers[provider] ?? {};
  return { share, synchronousShare, asynchronousDailyShare, breaker, ...(window && { window }) };
}
