import type { Settlement } from '@writ/operation';
import type { Metrics } from '@writ/service-kit';
import { countEnded } from '@writ/service-parts';
import { culpritsOf } from '@writ/write-core';
import { Histogram } from 'prom-client';

export function endedMetrics(metrics: Metrics): (settlement: Settlement) => void {
  const count = countEnded(metrics);
  const written = new Histogram({
    name: 'writ_operation_written_seconds',
    help: 'Time from the acceptance of an asynchronous write to its end, of those that succeeded',
    buckets: [0.1, 0.25, 0.5, 1, 2.5, 5, 15, 60, 300, 1_800, 7_200, 43_200],
    registers: [metrics.registry],
  });
  return ({ operation, judgement: { next, records } }) => {
    if (next.do !== 'end') return;
    const writtenNow = records.filter(({ status }) => status === 'written').length;
    const ended = {
      mode: 'asynchronous',
      provider: operation.provider,
      records: { written: writtenNow, failed: records.length - writtenNow },
    } as const;
    if (next.status === 'success') {
      written.observe(Math.max(0, Date.now() - madeAtMs(operation.id)) / 1_000);
      count({ ...ended, outcome: 'success' });
      return;
    }
    const faults = records.flatMap((record) => (record.status === 'written' ? [] : record.faults));
    count({ ...ended, outcome: 'failure', fault: culpritsOf(faults).at(-1)?.kind });
  };
}

/** UUIDs of version 7 begin with their time. */
const madeAtMs = (id: string): number => Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16);
