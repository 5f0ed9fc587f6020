import { startLeaderRounds, type LeaderRounds, type Queryable } from '@writ/db';
import { errorFields, type ServiceFrame } from '@writ/service-kit';
import { Gauge } from 'prom-client';

type Measured = { labels: Readonly<Record<string, string>>; value: number };

/** A figure of the whole installation, by a cheap, bounded query. */
export type Figure = { name: string; help: string } & (
  | { measure: () => Promise<number> }
  | { labels: readonly string[]; measureEach: () => Promise<readonly Measured[]> }
);

const usualEveryMs = 15_000;
/** A figure not measured for so many intervals is not shown: another process leads. */
const intervalsKept = 3;

/**
 * Measures figures every 15 s in one process and shows them as its gauges. Reading metrics costs the database
 * nothing.
 */
export function measureByLeader(
  options: { pool: Queryable; name: string; figures: readonly Figure[]; everyMs?: number } & Pick<
    ServiceFrame,
    'logger' | 'metrics'
  >,
): LeaderRounds {
  const { everyMs = usualEveryMs } = options;
  const measures = options.figures.map((figure) => gaugeOf(figure, options, everyMs * intervalsKept));
  return startLeaderRounds({
    db: options.pool,
    name: options.name,
    everyMs,
    round: async () => {
      await Promise.all(measures.map((measure) => measure()));
      return everyMs;
    },
    onError: (error) => options.logger.warn('figures not measured; tried again', errorFields(error)),
  });
}

function gaugeOf(figure: Figure, { metrics }: Pick<ServiceFrame, 'metrics'>, keptMs: number) {
  let shownUntilMs = -Infinity;
  const clear = (gauge: Gauge): void => {
    gauge.reset();
    // A gauge without labels would show 0.
    if (!('labels' in figure)) gauge.remove();
  };
  const gauge = new Gauge({
    name: figure.name,
    help: figure.help,
    labelNames: 'labels' in figure ? [...figure.labels] : [],
    registers: [metrics.registry],
    collect() {
      if (performance.now() > shownUntilMs) clear(this);
    },
  });
  return async (): Promise<void> => {
    if ('labels' in figure) {
      const found = await figure.measureEach();
      gauge.reset();
      for (const { labels, value } of found) gauge.set(labels, value);
    } else gauge.set(await figure.measure());
    shownUntilMs = performance.now() + keptMs;
  };
}
