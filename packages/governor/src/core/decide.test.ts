import { expect, test } from '@jest/globals';
import { providerQuotaVariables } from '@writ/providers';
import { readEnvironment } from '@writ/service-kit';
import { idsOf, later, rules, waitOf } from '../testing/states-subject.ts';
import { answered, away, endedCalls, succeeded, type EndedTestCall } from '../testing/ended-calls.ts';
import { accountRules } from '../account-rules.ts';
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

test('our own share of the day returns 24 hours after our calls, without a probe', () => {
  const hourMs = 3_600_000;
  const own = { ...rules, asynchronousDailyShare: 1, ownDailyShare: 0.1 };
  let [state, nowMs, count]: [AccountState | undefined, number, number] = [undefined, 100 * hourMs, 0];
  const run = (calls: readonly EndedTestCall[] = []) => {
    const errand = { rules: own, ask: later(5), calls: endedCalls(calls, nowMs), unused: [] };
    const decided = decide(state, errand, nowMs, () => String((count += 1)));
    state = decided.state;
    return decided.outcome.answer;
  };
  const hours = () => state?.hours;
  const calls = (length: number) =>
    Array.from({ length }, () => succeeded({ daily: { limit: 100, remaining: 90 } }));
  nowMs += hourMs / 2;
  expect(idsOf(run(calls(6)))).toHaveLength(5);
  nowMs += hourMs;
  expect(waitOf(run(calls(4)))).toBe(300_000);
  nowMs += hourMs / 2 - 1_000;
  expect(waitOf(run())).toBe(1_000);
  nowMs += 23 * hourMs;
  expect(waitOf(run())).toBe(1_000);
  nowMs += 1_000;
  expect(idsOf(run())).toHaveLength(5);
  expect(hours()).toEqual([{ hour: 101, calls: 4 }]);
});

test('a lower share of the quota applies to the next errand, and a higher one than usual to the whole day', () => {
  let percent: number | undefined;
  const rulesOf = accountRules(readEnvironment(providerQuotaVariables, {}), () => percent);
  const org = { key: 'org', provider: 'salesforce' };
  expect(rulesOf(org)).toMatchObject({ share: 0.9, asynchronousDailyShare: 0.8 });
  expect(rulesOf(org)).not.toHaveProperty('ownDailyShare');
  percent = 30;
  expect(rulesOf(org)).toMatchObject({ share: 0.3, ownDailyShare: 0.3, asynchronousDailyShare: 0.8 });
  percent = 95;
  expect(rulesOf(org)).toMatchObject({ share: 0.95, ownDailyShare: 0.95, asynchronousDailyShare: 0.95 });
});

test('while writes wait, an account that is away is asked every 5 s, and the first answer opens the way', () => {
  const rulesOf = accountRules(readEnvironment(providerQuotaVariables, {}), () => undefined);
  const real = rulesOf({ key: 'org', provider: 'salesforce' });
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
