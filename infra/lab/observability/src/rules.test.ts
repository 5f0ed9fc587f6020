import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from '@jest/globals';
import { dump } from 'js-yaml';
import { observabilityFolder, readRules, rulesFile } from './rules.ts';
import { ruleCases, type RuleCase } from './testing/rule-cases.ts';

const promtool = (...args: string[]) => promisify(execFile)('promtool', args);

test('promtool accepts the rules and the configuration beside them', async () => {
  await expect(promtool('check', 'rules', '--lint-fatal', rulesFile)).resolves.toBeDefined();
  const configuration = join(observabilityFolder, 'prometheus.yml');
  await expect(promtool('check', 'config', '--lint-fatal', configuration)).resolves.toBeDefined();
});

test('each rule fires in its case and is silent in the other', async () => {
  const alerts = (await readRules()).map(({ alert }) => alert);
  expect(Object.keys(ruleCases)).toEqual(alerts);
  const folder = await mkdtemp(join(tmpdir(), 'writ-rules-'));
  try {
    const file = join(folder, 'rules.test.yml');
    const tests = alerts.flatMap((alert) => {
      const { fires, silent } = ruleCases[alert] ?? missing(alert);
      return [unitTest(alert, 'fires', fires), unitTest(alert, 'is silent', silent)];
    });
    await writeFile(file, dump({ rule_files: [rulesFile], evaluation_interval: '1m', tests }));
    await expect(promtool('test', 'rules', file)).resolves.toBeDefined();
  } finally {
    await rm(folder, { recursive: true });
  }
});

const missing = (alert: string): never => {
  throw new Error(`${alert} has no case.`);
};

const unitTest = (alert: string, outcome: 'fires' | 'is silent', { series, at }: RuleCase) => ({
  name: `${alert} ${outcome}`,
  interval: '1m',
  input_series: Object.entries(series).map(([name, values]) => ({ series: name, values })),
  promql_expr_test: [
    {
      expr: `count(ALERTS{alertname="${alert}", alertstate="firing"})`,
      eval_time: `${at}m`,
      ...(outcome === 'fires' && { exp_samples: [{ labels: '{}', value: 1 }] }),
    },
  ],
});

test('each rule has its section in the runbooks, in the same order, of 40 to 90 words', async () => {
  const rules = await readRules();
  const runbooks = await readFile(join(observabilityFolder, '../../docs/runbooks.md'), 'utf8');
  const sections = runbooks.split(/^## /m).slice(1);
  expect(sections.map((section) => section.split('\n', 1)[0])).toEqual(rules.map(({ alert }) => alert));
  expect(rules.map(({ annotations }) => annotations.runbook_url)).toEqual(
    rules.map(({ alert }) => `docs/runbooks.md#${alert.toLowerCase()}`),
  );
  const lengths = sections.map((section) => section.split(/\s+/).length);
  expect(lengths.filter((words) => words < 40 || words > 90)).toEqual([]);
});
