import type { QuotaRules } from './core/errand.ts';

export type QuotaVariables = {
  PROVIDER_QUOTA_PERCENT: number;
  PROVIDER_SYNCHRONOUS_PERCENT: number;
  PROVIDER_QUOTA_ALONE_PERCENT: number;
  HUBSPOT_WINDOW_LIMIT: number;
  SALESFORCE_DAILY_PERCENT: number;
};

export type ProviderRules = QuotaRules & {
  /** Concurrent writes of one account at first; absent: the maximum. */
  firstConcurrency?: number;
};

/** HubSpot counts over ten seconds (Providers §4). */
const hubspotWindowMs = 10_000;
/** Concurrent writers make an org lock (Providers §4). */
const salesforceFirstConcurrency = 6;

/**
 * Rests of 5 s to 15 s: writes continue soon after an account is back, and such probes are no load. A call may hang
 * for 90 s for its own reasons, so a probe fails after 10 s.
 */
const breaker = { writes: 5, firstMs: 5_000, longestMs: 15_000, probeMs: 10_000 };

/** An unknown provider has only the breaker. */
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
