import { createHealth, type Health } from './health.ts';
import { createAppLogger, type Logger, type LogLevel } from './log/logger.ts';
import { createMetrics, type Metrics } from './metrics.ts';

/** What every process of ours has, whatever it does. */
export type ServiceFrame = { logger: Logger; metrics: Metrics; health: Health };

const checkTimeoutMs = 2_000;

/** @param secrets exact texts that the log never tells */
export const createServiceFrame = (
  service: string,
  logLevel: LogLevel,
  secrets: readonly string[] = [],
): ServiceFrame => {
  const logger = createAppLogger({ service, level: logLevel, secrets });
  return {
    logger,
    metrics: createMetrics({ service, defaults: true }),
    health: createHealth({ checkTimeoutMs, logger }),
  };
};
