import { expect, test } from '@jest/globals';
import { providerQuotaVariables } from '@writ/providers';
import { readEnvironment } from '@writ/service-kit';
import { idsOf, later, rules, waitOf } from '../testing/states-subject.ts';
import { answered, away, endedCalls, succeeded, type EndedTestCall } from '../testing/ended-calls.ts';
import { providerRules } from '../provider-rules.ts';
import type { AccountState } from './account-state.ts';
import { decide } from './decide.ts';

test('asynchronous work that has used its share of the day tries one call in five minutes', () => {
  let [state, nowMs, count]: [AccountState | undefined, number, number] = [undefined, 1_000_000, 0];
  const run = (calls: readonly EndedTestCall[]) => {
    const errand = { rules, ask: later(5), calls: endedCalls(calls, nowMs), unused: [] };
    const decided = decide(state, errand, nowMs, () => String((count += 1)));
    state = decided.state;
    return decided.outcome.answer;
  };
  const used = succeeded({ daily: { limit: 100, remaining: 50 } });
  expect(idsOf(run([used]))).toHaveLength(1);
  expect(waitOf(run([used]))).toBe(300_000);
  nowMs += 300_000;
  const probe = idsOf(run([]));
  expect(probe).toHaveLength(1);
  expect(waitOf(run(probe.map((id) => answered(id))))).toBe(300_000);
  expect(idsOf(run([succeeded({ daily: { limit: 100, remaining: 60 } })]))).toHaveLength(5);
});

test('while writes wait, an account that is away is asked every 5 s, and the first answer opens the way', () => {
  const real = providerRules(readEnvironment(providerQuotaVariables, {}))('salesforce');
  let [state, nowMs, count]: [AccountState | undefined, number, number] = [undefined, 1_000_000, 0];
  const run = (calls: readonly EndedTestCall[]) => {
    const errand = { rules: real, ask: later(5), calls: endedCalls(calls, nowMs), unused: [] };
    const decided = decide(state, errand, nowMs, () => String((count += 1)));
    state = decided.state;
    return decided.outcome.answer;
  };
  let answer = run(['a', 'b', 'c', 'd', 'e'].map((write) => away(write)));
  const waits: number[] = [];
  for (let probe = 0; probe < 20; probe += 1) {
    waits.push(waitOf(answer));
    nowMs += waitOf(answer);
    const [permitId = ''] = idsOf(run([]));
    answer = run([away('a', { permitId })]);
  }
  expect(new Set(waits)).toEqual(new Set([5_000]));
  nowMs += waitOf(answer);
  const [permitId = ''] = idsOf(run([]));
  expect(idsOf(run([answered(permitId)]))).toHaveLength(5);
});
