import { expect, test } from '@jest/globals';
import { readRules } from '@writ/observability';
import type { Experiment } from './experiment.ts';
import { experiments } from './experiments.ts';

const firedElsewhere = [
  // Passes begin every ten minutes and its figure rises between them, so its own test has faster ones.
  'WritRetentionBehind',
];

const all: readonly Experiment[] = Object.values(experiments);
const ruleOf = (alert: string): string => alert.split(' ')[0] ?? '';

test('each rule is fired by an experiment, or by a test of its own', async () => {
  const rules = (await readRules()).map(({ alert }) => alert);
  const fired = new Set(all.flatMap(({ alerts }) => alerts?.fire ?? []).map(ruleOf));
  expect(rules.filter((rule) => !fired.has(rule)).toSorted()).toEqual(firedElsewhere);
});

test('experiments name alerts that there are', async () => {
  const rules = (await readRules()).map(({ alert }) => alert);
  const named = all.flatMap(({ alerts }) => [...(alerts?.fire ?? []), ...(alerts?.may ?? [])]);
  expect(named.filter((name) => !rules.includes(ruleOf(name)))).toEqual([]);
});

test('each experiment names its alerts, but the soak, which has all faults', () => {
  const silent = Object.entries<Experiment>(experiments).filter(([, { alerts }]) => !alerts);
  expect(silent.map(([name]) => name)).toEqual(['f24']);
});
