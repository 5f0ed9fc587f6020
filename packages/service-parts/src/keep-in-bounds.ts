import { startRetention, type Database, type LeaderRounds, type Removal } from '@writ/db';
import { errorFields, type Metrics, type ServiceFrame } from '@writ/service-kit';
import { projects } from '@writ/tenancy';
import { Counter, Gauge } from 'prom-client';

const usualEveryMs = 10 * 60_000;

/**
 * Removes a service's old rows every ten minutes, in one process among all.
 * @param options.name of the lease
 */
export function keepInBounds(
  options: {
    database: Database;
    name: string;
    stepSize: number;
    removals: readonly Removal[];
    everyMs?: number;
  } & Pick<ServiceFrame, 'logger' | 'metrics'>,
): LeaderRounds {
  const { database, logger, metrics, everyMs = usualEveryMs } = options;
  return startRetention({
    ...options,
    ...retentionMetrics(metrics),
    everyMs,
    projects: projects(database).list,
    onError: (error) => logger.warn('old rows not removed; tried again', errorFields(error)),
  });
}

function retentionMetrics({ registry }: Pick<Metrics, 'registry'>) {
  const registers = [registry];
  const labelNames = ['what'];
  const removed = new Counter({
    name: 'writ_retention_removed_total',
    help: 'Rows removed because they were kept long enough',
    labelNames,
    registers,
  });
  /** Monotonic. */
  const passes = new Map<string, { begunMs: number; cleanAtMs: number }>();
  new Gauge({
    name: 'writ_retention_behind_seconds',
    help: 'Most time that a row was kept too long. A process that led before shows too much: take the least of all',
    labelNames,
    registers,
    collect() {
      for (const [what, { cleanAtMs }] of passes) this.set({ what }, (performance.now() - cleanAtMs) / 1_000);
    },
  });
  return {
    onRemoved: (what: string, count: number): void => removed.inc({ what }, count),
    onBegun: (what: string): void => {
      const begunMs = performance.now();
      // Prometheus sees no rise in a series that begins above 0.
      removed.inc({ what }, 0);
      passes.set(what, { begunMs, cleanAtMs: passes.get(what)?.cleanAtMs ?? begunMs });
    },
    onDone: (what: string): void => {
      const pass = passes.get(what);
      if (pass) pass.cleanAtMs = pass.begunMs;
    },
  };
}
