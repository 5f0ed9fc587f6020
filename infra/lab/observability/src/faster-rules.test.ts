import { expect, test } from '@jest/globals';
import { fasterRules } from './faster-rules.ts';

const faster = (expr: string) => {
  const annotations = { summary: '', description: '', runbook_url: '' };
  const rule = { alert: 'One', expr, for: '5m', labels: { severity: 'warning' }, annotations };
  return fasterRules([rule], 10)[0];
};

test.each([
  ['max(writ_outbox_oldest_seconds) > 60', 'max(writ_outbox_oldest_seconds) > 6'],
  ['sum(rate(writ_a_total{kind="5m"}[5m])) > 60', 'sum(rate(writ_a_total{kind="5m"}[30s])) > 60'],
  [
    'max(writ_lane_oldest_due_seconds) > 60 or sum(increase(writ_a_total[10m])) > 10',
    'max(writ_lane_oldest_due_seconds) > 6 or sum(increase(writ_a_total[60s])) > 10',
  ],
])('durations, ranges and ages shrink, other numbers stay: %s', (expr, expected) => {
  expect(faster(expr)).toMatchObject({ expr: expected, for: '30s' });
});
