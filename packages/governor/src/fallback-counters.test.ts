import { expect, test } from '@jest/globals';
import { AccountStateError, type AccountCounters, type Errand } from './account-counters.ts';
import type { Ask, QuotaRules, Report } from './core/quota.ts';
import { fallbackCounters } from './fallback-counters.ts';
import { memoryCounters } from './memory-counters.ts';

const rules: QuotaRules = {
  window: { limit: 20, windowMs: 60_000 },
  share: 1,
  synchronousShare: 0,
  asynchronousDailyShare: 1,
  breaker: { writes: 5, firstMs: 1, longestMs: 1, probeMs: 1 },
};
const nothing: Report = { ended: [], unused: [], silent: 0, reached: false, failed: [] };
const all: Ask = { synchronous: false, wanted: 50, maxWaitMs: 0 };

function start() {
  let nowMs = 0;
  let away = false;
  const told: Errand[] = [];
  const memory = memoryCounters(() => nowMs);
  const shared: AccountCounters = {
    run: (key, errand) => {
      if (away) return Promise.reject(new Error('away'));
      told.push(errand);
      return memory.run(key, errand);
    },
    close: () => undefined,
  };
  let alone = 0;
  const counters = fallbackCounters({
    shared,
    local: memoryCounters(() => nowMs),
    localShare: 0.25,
    nowMs: () => nowMs,
    onFallback: () => (alone += 1),
  });
  return {
    run: async (reports: Partial<Report>[] = [], ask = all) => {
      const given = reports.map((report) => ({ ...nothing, ...report }));
      const { answer } = await counters.run('a', { rules, reports: given, ask });
      return answer?.kind === 'granted' ? answer.leaves.map(({ id }) => id) : [];
    },
    setAway: (is: boolean) => (away = is),
    passMs: (ms: number) => (nowMs += ms),
    told,
    alone: () => alone,
  };
}

test('while the shared counters are away a process uses a share of the quota, and returns to them', async () => {
  const { run, setAway, passMs, alone } = start();
  setAway(true);
  expect(await run()).toHaveLength(5);
  expect(await run()).toHaveLength(0);
  expect(alone()).toBe(2);
  setAway(false);
  passMs(1_001);
  expect(await run()).toHaveLength(20);
  expect(alone()).toBe(2);
});

test('counters that were away are left alone for a second', async () => {
  const { run, setAway, told } = start();
  setAway(true);
  await run();
  setAway(false);
  await run();
  expect(told).toEqual([]);
});

test('leaves of the one are not reported to the other', async () => {
  const { run, setAway, passMs, told } = start();
  const [sharedLeave = ''] = await run([], { ...all, wanted: 1 });
  setAway(true);
  const [localLeave = ''] = await run([], { ...all, wanted: 1 });
  setAway(false);
  passMs(1_001);
  const ended = [sharedLeave, localLeave].map((id) => ({ id, agoMs: 0 }));
  await run([{ ended }]);
  expect(told.at(-1)?.reports[0]?.ended).toEqual([{ id: sharedLeave, agoMs: 0 }]);
});

test('an account that was closed before the counters went away stays closed', async () => {
  const { run, setAway } = start();
  await run([{ closedForMs: 50_000 }]);
  setAway(true);
  expect(await run()).toEqual([]);
});

test('what the answers show as used counts while a process is alone', async () => {
  const { run, setAway } = start();
  await run([{ window: { limit: 20, windowMs: 60_000, remaining: 2, begunAgoMs: 0 } }]);
  setAway(true);
  expect(await run()).toHaveLength(2);
});

test('of counters that do not answer, one errand a second finds out whether they are there again', async () => {
  let nowMs = 0;
  const hanging: (() => void)[] = [];
  const counters = fallbackCounters({
    shared: {
      run: () => new Promise((_, reject) => hanging.push(() => reject(new Error('no answer')))),
      close: () => undefined,
    },
    local: memoryCounters(() => nowMs),
    localShare: 1,
    nowMs: () => nowMs,
    onFallback: () => undefined,
  });
  const ask = () => counters.run('a', { rules, reports: [], ask: { ...all, wanted: 1 } });
  const first = ask();
  hanging[0]?.();
  await first;
  nowMs += 1_001;
  const asked = [ask(), ask(), ask()];
  expect(hanging).toHaveLength(2);
  expect((await Promise.all(asked.slice(1))).map(({ answer }) => answer?.kind)).toEqual([
    'granted',
    'granted',
  ]);
  hanging[1]?.();
  expect((await asked[0])?.answer?.kind).toBe('granted');
});

test('an account that cannot be counted there is counted here, and no other; a second later it is tried again', async () => {
  let nowMs = 0;
  let isBroken = true;
  const asked: string[] = [];
  const memory = memoryCounters(() => nowMs);
  const counters = fallbackCounters({
    shared: {
      run: (account, errand) => {
        asked.push(account);
        if (isBroken && account === 'broken')
          return Promise.reject(new AccountStateError(account, new Error('WRONGTYPE')));
        return memory.run(account, errand);
      },
      close: () => undefined,
    },
    local: memoryCounters(() => nowMs),
    localShare: 0.25,
    nowMs: () => nowMs,
    onFallback: () => undefined,
  });
  const ask = async (account: string): Promise<number> => {
    const { answer } = await counters.run(account, { rules, reports: [], ask: all });
    return answer?.kind === 'granted' ? answer.leaves.length : 0;
  };
  expect([await ask('broken'), await ask('other'), await ask('broken')]).toEqual([5, 20, 0]);
  expect(asked).toEqual(['broken', 'other']);
  isBroken = false;
  nowMs = 1_001;
  expect(await ask('broken')).toBe(20);
});
