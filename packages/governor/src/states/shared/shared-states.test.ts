import { expect, test } from '@jest/globals';
import { createAppLogger } from '@writ/service-kit';
import type { Ask, QuotaRules } from '../../core/errand.ts';
import { memoryValues } from '../../testing/memory-values.ts';
import { endedCalls, refusedForQuota, succeeded, type EndedTestCall } from '../../testing/ended-calls.ts';
import { sharedStates } from './shared-states.ts';
import type { SharedValues } from './redis-values.ts';

const rules: QuotaRules = {
  window: { limit: 20, windowMs: 60_000 },
  share: 1,
  synchronousShare: 0,
  asynchronousDailyShare: 1,
  breaker: { writes: 5, restMs: 1, probeMs: 1 },
};
const all: Ask = { synchronous: false, wanted: 50, maxWaitMs: 0 };
const logger = createAppLogger({ service: 'test', level: 'error', write: () => undefined });

/** A process's states and permits. */
function aProcess(values: SharedValues, nowMs: () => number) {
  let alone = 0;
  const onAlone = () => (alone += 1);
  const states = sharedStates({ values, logger, localShare: 0.25, onAlone, nowMs });
  const granted = async (calls: readonly EndedTestCall[] = [], ask = all): Promise<number> => {
    const errand = { rules, calls: endedCalls(calls, nowMs()), unused: [], ask };
    const { answer } = await states.run('a', errand);
    return answer?.kind === 'granted' ? answer.permits.length : 0;
  };
  return { granted, alone: () => alone };
}

function start() {
  let atMs = 0;
  const nowMs = () => atMs;
  const { values, ...shared } = memoryValues(() => performance.timeOrigin + nowMs());
  const another = () => aProcess(values, nowMs);
  return { ...another(), ...shared, another, passMs: (ms: number) => void (atMs += ms) };
}

test('while the shared values are away a process uses a share of the quota, and returns to them', async () => {
  const { granted, another, setAway, passMs, alone } = start();
  setAway(true);
  expect(await granted()).toBe(5);
  expect(await granted()).toBe(0);
  expect(alone()).toBe(2);
  setAway(false);
  expect(await another().granted([], { ...all, wanted: 1 })).toBe(1);
  passMs(1_001);
  // Permits given alone are not added to the shared state.
  expect(await granted()).toBe(19);
  expect(alone()).toBe(2);
});

test('decisions made alone count if no other process has changed the state meanwhile', async () => {
  const { granted, setAway, passMs } = start();
  expect(await granted([], { ...all, wanted: 2 })).toBe(2);
  setAway(true);
  expect(await granted()).toBe(3);
  setAway(false);
  passMs(1_001);
  expect(await granted()).toBe(15);
});

test('values that were away are not asked for a second', async () => {
  const { granted, setAway, changes } = start();
  setAway(true);
  await granted();
  setAway(false);
  await granted();
  expect(changes()).toBe(0);
});

test('an account that was closed before the values went away stays closed', async () => {
  const { granted, setAway } = start();
  await granted([refusedForQuota(50_000)]);
  setAway(true);
  expect(await granted()).toBe(0);
});

test('use that answers show counts while a process is alone', async () => {
  const { granted, setAway } = start();
  setAway(true);
  expect(await granted([succeeded({ window: { limit: 20, windowMs: 60_000, remaining: 2 } })])).toBe(2);
});

test('while values do not answer, one errand a second checks whether they are back', async () => {
  let nowMs = 0;
  const hanging: (() => void)[] = [];
  const change = () => new Promise<never>((_, reject) => hanging.push(() => reject(new Error('no answer'))));
  const { granted } = aProcess({ change, close: () => undefined }, () => nowMs);
  const one = () => granted([], { ...all, wanted: 1 });
  const first = one();
  await Promise.resolve();
  hanging[0]?.();
  await first;
  nowMs += 1_001;
  const asked = [one(), one(), one()];
  expect(await Promise.all(asked.slice(1))).toEqual([1, 1]);
  expect(hanging).toHaveLength(2);
  hanging[1]?.();
  expect(await asked[0]).toBe(1);
});

test('an errand takes one round trip, and one more if another process came first', async () => {
  const { granted, another, changes } = start();
  const other = another();
  const one = { ...all, wanted: 1 };
  for (let errand = 0; errand < 3; errand += 1) await granted([], one);
  expect(changes()).toBe(3);
  await other.granted([], one);
  await granted([], one);
  expect(changes()).toBe(7);
});

test('errands that arrive during a round trip share the next, in their order', async () => {
  const { granted, changes } = start();
  const one = { ...all, wanted: 1 };
  const first = granted([], one);
  await Promise.resolve();
  expect(await Promise.all([first, granted(), granted([], one)])).toEqual([1, 19, 0]);
  expect(changes()).toBe(2);
});
