import { Gauge } from 'prom-client';
import { secretsOf, type SecretFacts } from './environment/service-variables.ts';
import type { Closing } from './closing.ts';
import { createHealth, type Health } from './health.ts';
import { createAppLogger, type Logger, type LogLevel } from './log/logger.ts';
import { createMetrics, type Metrics } from './metrics.ts';
import { debugSignal } from './run-service.ts';

export type ServiceFrame = { logger: Logger; metrics: Metrics; health: Health };

const checkTimeoutMs = 2_000;

/**
 * @param config also holds the secrets that the log must not show
 * @param closing of a process: until it closes, SIGUSR2 switches the log to `debug` and back
 */
export const createServiceFrame = (
  service: string,
  config: SecretFacts & { LOG_LEVEL: LogLevel },
  closing?: Closing,
): ServiceFrame => {
  const logger = createAppLogger({ service, level: config.LOG_LEVEL, secrets: secretsOf(config) });
  if (closing) {
    process.on(debugSignal, logger.switchDebug);
    closing.add(undefined, () => process.off(debugSignal, logger.switchDebug));
  }
  const metrics = createMetrics({ service, defaults: true });
  const health = createHealth({ checkTimeoutMs, logger });
  measureDependencies(metrics, health);
  return { logger, metrics, health };
};

const measureDependencies = ({ registry }: Metrics, health: Health): Gauge =>
  new Gauge({
    name: 'writ_dependency_up',
    help: 'Whether a dependency of this process works, as its readiness says',
    labelNames: ['dependency'],
    registers: [registry],
    async collect() {
      const { dependencies } = await health.readiness();
      for (const [dependency, { ok }] of Object.entries(dependencies)) this.set({ dependency }, Number(ok));
    },
  });
