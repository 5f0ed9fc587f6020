import { expect, test } from '@jest/globals';
import { missingOn, readMetricsPage } from './metrics-page.ts';

const page = readMetricsPage(`# TYPE writ_a_total counter
writ_a_total{kind="one",route="/v1/:id"} 1
writ_a_total{kind="two",route="\\"{}"} 2
writ_b 3
`);

test.each([
  ['sum by (kind, job) (rate(writ_a_total{kind=~"one|two"}[5m])) / max(writ_b) > 1', []],
  ['writ_c', ['writ_c']],
  ['writ_a_total{kind="tw"}', ['writ_a_total{kind=~"^(?:tw)$"}']],
  ['writ_a_total{kind!~"one|three"}', ['writ_a_total{kind=~"^(?:three)$"}']],
  ['writ_b{kind="one"}', ['writ_b{kind=~"^(?:one)$"}']],
  ['sum by (kind) (writ_b)', ['writ_b by kind']],
  ['up{job="writ"} == 0', []],
])('what an expression reads and the page lacks: %s', (expression, missing) => {
  expect(missingOn(page, expression)).toEqual(missing);
});

test('a text that is no PromQL is an error', () => {
  expect(() => missingOn(page, 'sum(writ_b')).toThrow('No PromQL');
});
