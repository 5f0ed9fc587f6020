import { providers, type providerQuotaVariables } from '@writ/providers';
import type { Values } from '@writ/service-kit';
import type { QuotaRules } from './core/errand.ts';

export type QuotaVariables = Values<typeof providerQuotaVariables>;

export type ProviderRules = QuotaRules & {
  /** Concurrent writes of one account at first; absent: the maximum. */
  firstConcurrency?: number;
};

/** One call in 5 s is no load. A call may hang for 90 s, so at most six probes hang at the same time. */
const breaker = { writes: 5, restMs: 5_000, probeMs: 15_000 };

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
