import { startLeaderRounds, type LeaderRounds, type Queryable } from '@writ/db';
import { errorFields, type ServiceFrame } from '@writ/service-kit';
import { Gauge } from 'prom-client';

/** A figure of the whole installation, found by a cheap, bounded query. */
export type Figure = { name: string; help: string } & (
  | { measure: () => Promise<number> }
  | { label: string; measureEach: () => Promise<ReadonlyMap<string, number>> }
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
    if (!('label' in figure)) gauge.remove();
  };
  const gauge = new Gauge({
    name: figure.name,
    help: figure.help,
    labelNames: 'label' in figure ? [figure.label] : [],
    registers: [metrics.registry],
    collect() {
      if (performance.now() > shownUntilMs) clear(this);
    },
  });
  return async (): Promise<void> => {
    const found = 'label' in figure ? await figure.measureEach() : await figure.measure();
    if ('label' in figure && typeof found !== 'number')
      for (const [value, measured] of found) gauge.set({ [figure.label]: value }, measured);
    else if (typeof found === 'number') gauge.set(found);
    shownUntilMs = performance.now() + keptMs;
  };
}
