import type { Metrics } from '@writ/service-kit';
import { Counter } from 'prom-client';

export type OperationEnd = {
  mode: 'synchronous' | 'asynchronous';
  outcome: 'success' | 'failure' | 'cancelled';
  /** Absent if only the operation's id is known. */
  provider?: string;
  fault?: string | undefined;
  records?: { written: number; failed: number };
};

/** Create it once per service: it registers metrics. */
export function countEnded({ registry }: Metrics): (end: OperationEnd, operations?: number) => void {
  const registers = [registry];
  const ended = byLabels(
    new Counter({
      name: 'writ_operations_ended_total',
      help: 'Operations that ended, by outcome and, of a failure, kind of fault',
      labelNames: ['mode', 'outcome', 'provider', 'fault'],
      registers,
    }),
  );
  const records = byLabels(
    new Counter({
      name: 'writ_records_ended_total',
      help: 'Records that the last attempts of operations sent, by outcome: written or failed',
      labelNames: ['provider', 'outcome'],
      registers,
    }),
  );
  return ({ mode, outcome, provider = '', fault = '', records: sent }, operations = 1) => {
    ended({ mode, outcome, provider, fault }, operations);
    if (sent && sent.written > 0) records({ provider, outcome: 'written' }, sent.written);
    if (sent && sent.failed > 0) records({ provider, outcome: 'failed' }, sent.failed);
  };
}

/** Keeps the series of each set of labels: `Counter` would build its name at each count. */
function byLabels<Label extends string>(counter: Counter<Label>) {
  const children = new Map<string, { inc: (count: number) => void }>();
  return (labels: Record<Label, string>, count: number): void => {
    const key = Object.values(labels).join(' ');
    const known = children.get(key) ?? counter.labels(labels);
    children.set(key, known);
    known.inc(count);
  };
}
