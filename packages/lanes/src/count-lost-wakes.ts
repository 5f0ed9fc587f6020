import type { Metrics } from '@writ/service-kit';
import { Counter } from 'prom-client';

/** For a `LaneWaker`'s `onFailure`. Create it once per service: it registers a metric. */
export function countLostWakes({ registry }: Pick<Metrics, 'registry'>): () => void {
  const lost = new Counter({
    name: 'writ_lane_wakes_failed_total',
    help: 'Wake-ups that the queue did not take; the sweep makes up for them',
    registers: [registry],
  });
  return () => lost.inc();
}
