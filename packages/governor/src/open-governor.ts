import type { Closing, Logger, Metrics } from '@writ/service-kit';
import { fallbackCounters } from './fallback-counters.ts';
import { createGovernor, type Governor } from './governor.ts';
import { governorMetrics } from './governor-metrics.ts';
import { governorSettings, type QuotaVariables } from './governor-settings.ts';
import { memoryCounters } from './memory-counters.ts';
import { redisCounters } from './redis/redis-counters.ts';

/**
 * The governor of a process: its counters are in Redis, shared with all others; without a Redis there is only this
 * process.
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
  const settings = governorSettings(config);
  const counts = governorMetrics(options.metrics);
  const local = memoryCounters();
  const counters =
    config.REDIS_URL === undefined
      ? local
      : fallbackCounters({
          shared: redisCounters({ redisUrl: config.REDIS_URL, logger }),
          local,
          localShare: settings.localShare,
          nowMs: () => performance.now(),
          onFallback: () => counts.alone(),
        });
  return closing.add(createGovernor({ settings, counters, counts, most }), (governor) => governor.close());
}
