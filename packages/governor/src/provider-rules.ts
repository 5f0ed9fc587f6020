import type { QuotaRules } from './core/errand.ts';

/** The variables of the environment that say how quotas are used. */
export type QuotaVariables = {
  PROVIDER_QUOTA_PERCENT: number;
  PROVIDER_SYNCHRONOUS_PERCENT: number;
  PROVIDER_QUOTA_ALONE_PERCENT: number;
  HUBSPOT_WINDOW_LIMIT: number;
  SALESFORCE_DAILY_PERCENT: number;
};

/** What holds for the accounts of one provider. */
export type ProviderRules = QuotaRules & {
  /** Writes of one account that one process has under way at first; absent: as many as it may have at most. */
  firstConcurrency?: number;
};

/** HubSpot counts over ten seconds (Providers §4). */
const hubspotWindowMs = 10_000;
/** Providers §4: an org that is written to by several at once starts to lock, so the beginning is modest. */
const salesforceFirstConcurrency = 6;

/**
 * Five different writes in a row; then 5 s, doubled up to 15 s: writes that wait are sent that soon after the account is
 * there again, and a call every 15 s is no load. A call may hang for 90 s, for reasons of its own: the account does not wait
 * for one that has had no answer for 10 s.
 */
const breaker = { writes: 5, firstMs: 5_000, longestMs: 15_000, probeMs: 10_000 };

/** The rules for each provider, from a service's environment; for one that is not known, nothing but the breaker. */
export function providerRules(config: QuotaVariables): (provider: string) => ProviderRules {
  const any: ProviderRules = {
    share: config.PROVIDER_QUOTA_PERCENT / 100,
    synchronousShare: config.PROVIDER_SYNCHRONOUS_PERCENT / 100,
    asynchronousDailyShare: 1,
    breaker,
  };
  const { HUBSPOT_WINDOW_LIMIT: limit, SALESFORCE_DAILY_PERCENT: dailyPercent } = config;
  const rules = new Map<string, ProviderRules>([
    ['hubspot', { ...any, window: { limit, windowMs: hubspotWindowMs } }],
    [
      'salesforce',
      { ...any, asynchronousDailyShare: dailyPercent / 100, firstConcurrency: salesforceFirstConcurrency },
    ],
  ]);
  return (provider) => rules.get(provider) ?? any;
}
