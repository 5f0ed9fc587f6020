import { expect, test } from '@jest/globals';
import { readRules } from '@writ/observability';
import type { Experiment } from './experiment.ts';
import { experiments } from './experiments.ts';

const firedByNone = [
  // Passes begin every ten minutes. Between them its figure rises without a fault.
  'WritRetentionBehind',
];

const all: readonly Experiment[] = Object.values(experiments);
const ruleOf = (alert: string): string => alert.split(' ')[0] ?? '';

test('each rule is fired by an experiment, or known to be fired by none', async () => {
  const rules = (await readRules()).map(({ alert }) => alert);
  const fired = new Set(all.flatMap(({ alerts }) => alerts?.fire ?? []).map(ruleOf));
  expect(rules.filter((rule) => !fired.has(rule)).toSorted()).toEqual(firedByNone);
});

test('experiments name alerts that there are', async () => {
  const rules = (await readRules()).map(({ alert }) => alert);
  const named = all.flatMap(({ alerts }) => [...(alerts?.fire ?? []), ...(alerts?.may ?? [])]);
  expect(named.filter((name) => !rules.includes(ruleOf(name)))).toEqual([]);
});
