import { providers, type providerQuotaVariables } from '@writ/providers';
import type { Values } from '@writ/service-kit';
import type { QuotaRules } from './core/errand.ts';

export type QuotaVariables = Values<typeof providerQuotaVariables>;

export type ProviderRules = QuotaRules & {
  /** Concurrent writes of one account at first; absent: the maximum. */
  firstConcurrency?: number;
};

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
  const rules = new Map(
    providers.map(({ declaration, quotaOf }) => [declaration.name, { ...any, ...quotaOf(config) }]),
  );
  return (provider) => rules.get(provider) ?? any;
}
