import { expect, test } from '@jest/globals';
import { providerQuotaVariables } from '@writ/providers';
import { readEnvironment } from '@writ/service-kit';
import { idsOf, later, rules, waitOf } from '../testing/states-subject.ts';
import { answered, away, endedCalls, succeeded, type EndedTestCall } from '../testing/ended-calls.ts';
import { providerRules } from '../provider-rules.ts';
import type { AccountState } from './account-state.ts';
import { decide } from './decide.ts';
import type { Ask } from './errand.ts';

/** An account of which asynchronous work has used its share of the day, when it tries again. */
function aUsedDay() {
  let [state, nowMs, count]: [AccountState | undefined, number, number] = [undefined, 1_000_000, 0];
  const run = (ask: Ask, calls: readonly EndedTestCall[] = [], unused: readonly string[] = []) => {
    const errand = { rules, ask, calls: endedCalls(calls, nowMs), unused };
    const decided = decide(state, errand, nowMs, () => String((count += 1)));
    state = decided.state;
    return decided.outcome.answer;
  };
  expect(waitOf(run(later(5), [succeeded({ daily: { limit: 100, remaining: 50 } })]))).toBe(300_000);
  nowMs += 300_000;
  return run;
}

test('one call finds out whether the day has room again, and others look again soon', () => {
  const run = aUsedDay();
  const [probe = '', ...others] = idsOf(run(later(5)));
  expect(others).toEqual([]);
  expect(run(later(5))).toEqual({ kind: 'denied', reason: 'quota', waitMs: 1_000 });
  expect(waitOf(run(later(5), [answered(probe)]))).toBe(300_000);
  expect(idsOf(run(later(3), [succeeded({ daily: { limit: 100, remaining: 60 } })]))).toHaveLength(3);
});

test('a try of the day with which no call was made is given to the next who asks', () => {
  const run = aUsedDay();
  const [unused = ''] = idsOf(run(later(5)));
  const next = idsOf(run(later(5), [], [unused]));
  expect(next).toHaveLength(1);
  expect(
    waitOf(
      run(
        later(5),
        next.map((id) => answered(id)),
        [unused],
      ),
    ),
  ).toBe(300_000);
});

test('while writes wait, an account that is away is asked at least every 15 s, and the first answer opens the way', () => {
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
  expect(waits.slice(0, 4)).toEqual([5_000, 10_000, 15_000, 15_000]);
  expect(Math.max(...waits)).toBe(15_000);
  nowMs += waitOf(answer);
  const [permitId = ''] = idsOf(run([]));
  expect(idsOf(run([answered(permitId)]))).toHaveLength(5);
});
