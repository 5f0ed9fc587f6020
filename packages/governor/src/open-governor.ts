import type { Closing, Logger, Metrics } from '@writ/service-kit';
import { createGovernor, type Governor } from './governor.ts';
import { governorMetrics } from './governor-metrics.ts';
import { providerRules, type QuotaVariables } from './provider-rules.ts';
import { memoryStates } from './states/memory-states.ts';
import { redisValues } from './states/shared/redis-values.ts';
import { sharedStates } from './states/shared/shared-states.ts';

/**
 * The governor of a process: what it knows of accounts is in Redis, shared with all others; without a Redis there is
 * only this process.
 *
 * @param options.most writes of one account that this process has under way at once
 */
export function openGovernor(
  options: {
    config: QuotaVariables & { REDIS_URL: string | undefined };
    most: number;
    logger: Logger;
    metrics: Metrics;
  },
  closing: Closing,
): Governor {
  const { config, logger, most } = options;
  const counts = governorMetrics(options.metrics);
  const redisUrl = config.REDIS_URL;
  const states =
    redisUrl === undefined
      ? memoryStates()
      : sharedStates({
          values: redisValues({ redisUrl, logger }),
          logger,
          localShare: config.PROVIDER_QUOTA_ALONE_PERCENT / 100,
          onAlone: () => counts.alone(),
        });
  const rulesOf = providerRules(config);
  return closing.add(createGovernor({ rulesOf, states, counts, most }), (governor) => governor.close());
}
