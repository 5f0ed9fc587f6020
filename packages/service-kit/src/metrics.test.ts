import { expect, test } from '@jest/globals';
import { Counter } from 'prom-client';
import { createMetrics, joinMetrics } from './metrics.ts';

test('services that count the same thing stand on one page, each with its label, and are told of once', async () => {
  const [one, other] = ['worker', 'notification'].map((service) =>
    createMetrics({ service, defaults: false }),
  );
  if (!one || !other) throw new Error('two are made');
  for (const { registry } of [one, other]) {
    new Counter({ name: 'units_total', help: 'Units', registers: [registry] }).inc(2);
  }
  new Counter({ name: 'alone_total', help: 'Alone', registers: [other.registry] }).inc();
  const page = await joinMetrics(one, [other]).render();
  expect(page.split('\n').filter((line) => line !== '')).toEqual([
    '# HELP units_total Units',
    '# TYPE units_total counter',
    'units_total{service="worker"} 2',
    'units_total{service="notification"} 2',
    '# HELP alone_total Alone',
    '# TYPE alone_total counter',
    'alone_total{service="notification"} 1',
  ]);
});
