import { secretsOf, type SecretFacts } from './environment/service-variables.ts';
import { createHealth, type Health } from './health.ts';
import { createAppLogger, type Logger, type LogLevel } from './log/logger.ts';
import { createMetrics, type Metrics } from './metrics.ts';

export type ServiceFrame = { logger: Logger; metrics: Metrics; health: Health };

const checkTimeoutMs = 2_000;

/** @param config also holds the secrets that the log must not show */
export const createServiceFrame = (
  service: string,
  config: SecretFacts & { LOG_LEVEL: LogLevel },
): ServiceFrame => {
  const logger = createAppLogger({ service, level: config.LOG_LEVEL, secrets: secretsOf(config) });
  return {
    logger,
    metrics: createMetrics({ service, defaults: true }),
    health: createHealth({ checkTimeoutMs, logger }),
  };
};
