import type { Metrics } from '@writ/service-kit';
import { Counter } from 'prom-client';

export type OperationEnd = {
  mode: 'synchronous' | 'asynchronous';
  outcome: 'success' | 'failure' | 'cancelled';
  fault?: string | undefined;
};

export function countEnded({ registry }: Metrics): (end: OperationEnd, operations?: number) => void {
  const ended = new Counter({
    name: 'writ_operations_ended_total',
    help: 'Operations that ended, by outcome and, of a failure, kind of fault',
    labelNames: ['mode', 'outcome', 'fault'],
    registers: [registry],
  });
  const children = new Map<string, { inc: (count: number) => void }>();
  return ({ mode, outcome, fault = '' }, operations = 1) => {
    const key = `${mode} ${outcome} ${fault}`;
    const known = children.get(key) ?? ended.labels({ mode, outcome, fault });
    children.set(key, known);
    known.inc(operations);
  };
}
