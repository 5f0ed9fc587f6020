import { createHealth, type Health } from './health.ts';
import { createAppLogger, type Logger, type LogLevel } from './logger.ts';
import { createMetrics, type Metrics } from './metrics.ts';
import { StartError } from './run-service.ts';

/** What every process of ours has, whatever it does. */
export type ServiceFrame = { logger: Logger; metrics: Metrics; health: Health };

const checkTimeoutMs = 2_000;

export function createServiceFrame(service: string, logLevel: LogLevel): ServiceFrame {
  return {
    logger: createAppLogger({ service, level: logLevel }),
    metrics: createMetrics({ service, defaults: true }),
    health: createHealth({ checkTimeoutMs }),
  };
}

/**
 * Asks a dependency before the service starts, and keeps it as a readiness check.
 * @throws StartError in one sentence when it does not answer.
 */
export async function mustAnswer(
  { health }: Pick<ServiceFrame, 'health'>,
  dependency: { name: string; check: () => Promise<unknown>; remedy: string },
): Promise<void> {
  try {
    await dependency.check();
  } catch (error) {
    const reason = error instanceof Error && error.message !== '' ? error.message : 'no answer';
    throw new StartError(`${dependency.name} cannot be used (${reason}). ${dependency.remedy}`, {
      cause: error,
    });
  }
  health.addCheck(dependency.name.toLowerCase(), dependency.check);
}
