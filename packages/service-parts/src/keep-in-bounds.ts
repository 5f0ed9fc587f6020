import { startRetention, type Database, type LeaderRounds, type Removal } from '@writ/db';
import { errorFields, type ServiceFrame } from '@writ/service-kit';
import { projects } from '@writ/tenancy';
import { Counter } from 'prom-client';

const everyMs = 10 * 60_000;

/**
 * Removes a service's old rows every ten minutes, in one process among all.
 *
 * @param options.name of the lease
 * @param options.metric name of the counter of removed rows
 */
export function keepInBounds(
  options: {
    database: Database;
    name: string;
    metric: string;
    stepSize: number;
    removals: readonly Removal[];
  } & Pick<ServiceFrame, 'logger' | 'metrics'>,
): LeaderRounds {
  const { database, metric, logger, metrics } = options;
  const removed = new Counter({
    name: metric,
    help: 'Rows removed because they were kept long enough',
    labelNames: ['what'],
    registers: [metrics.registry],
  });
  return startRetention({
    ...options,
    everyMs,
    projectIds: async () => (await projects(database).list()).map(({ id }) => id),
    onRemoved: (what, count) => removed.inc({ what }, count),
    onError: (error) => logger.warn('old rows not removed; tried again', errorFields(error)),
  });
}
