import { expect, test } from '@jest/globals';
import { answered, endedCalls, succeeded, type EndedTestCall } from '../testing/ended-calls.ts';
import { accountAt, type AccountState } from './account-state.ts';
import { decide } from './decide.ts';
import type { Answer, Ask, QuotaRules } from './errand.ts';

const windowMs = 10_000;
/** HubSpot's default: 81 asynchronous calls in 10 s. */
const usable = 81;
const hubspot: QuotaRules = {
  window: { limit: 100, windowMs },
  share: 0.9,
  synchronousShare: 0.1,
  asynchronousDailyShare: 1,
  breaker: { writes: 5, restMs: 5_000, probeMs: 15_000 },
};
const { window: _window, ...withoutWindow } = hubspot;
const salesforce: QuotaRules = { ...withoutWindow, asynchronousDailyShare: 0.9 };

const spaced = (wanted = 24): Ask => ({ synchronous: false, wanted, maxWaitMs: 0, isSpaced: true });
const full = (wanted = 24): Ask => ({ ...spaced(wanted), isSpaced: false });

function anAccount(rules: QuotaRules) {
  let [state, count]: [AccountState | undefined, number] = [undefined, 0];
  let unused: readonly string[] = [];
  const run = (nowMs: number, ask: Ask, calls: readonly EndedTestCall[] = []): Answer => {
    const errand = { rules, ask, calls: endedCalls(calls, nowMs), unused };
    unused = [];
    const decided = decide(state, errand, nowMs, () => String((count += 1)));
    state = decided.state;
    if (!decided.outcome.answer) throw new Error('nothing was asked');
    return decided.outcome.answer;
  };
  /** Returned with the next ask. */
  return Object.assign(run, { giveBack: (ids: readonly string[]) => (unused = ids) });
}

type Steady = {
  rules: QuotaRules;
  everyMs: number;
  forMs: number;
  /** They ask separately. */
  workers?: number;
  isSpaced?: boolean;
  dayLimit?: number;
};

/**
 * Writes at a steady rate; each call takes all that wait, and ends after 50 ms. Returns when calls began, and the
 * longest wait.
 */
function steady({ rules, everyMs, forMs, workers = 1, isSpaced = true, dayLimit }: Steady) {
  const run = anAccount(rules);
  const begunAtMs: number[] = [];
  const asksAtMs = Array<number>(workers).fill(0);
  let [taken, longestWaitMs] = [0, 0];
  const ended: { id: string; atMs: number }[] = [];
  for (let nowMs = 0; nowMs < forMs; nowMs += 5)
    for (const [worker, askAtMs] of asksAtMs.entries()) {
      const due = Math.floor(nowMs / everyMs) + 1;
      if (due === taken || nowMs < askAtMs) continue;
      const over = ended.splice(0, ended.findLastIndex(({ atMs }) => atMs <= nowMs) + 1);
      const daily = dayLimit && { limit: dayLimit, remaining: dayLimit - begunAtMs.length };
      const answer = run(nowMs, { ...spaced(), isSpaced }, [
        ...over.map(({ id, atMs }) => answered(id, nowMs - atMs)),
        ...(daily ? [succeeded({ daily })] : []),
      ]);
      asksAtMs[worker] = nowMs + (answer.kind === 'denied' ? answer.waitMs : 0);
      if (answer.kind === 'denied') continue;
      const [first, ...rest] = answer.permits;
      if (!first) throw new Error('nothing was granted');
      longestWaitMs = Math.max(longestWaitMs, nowMs - taken * everyMs);
      taken = due;
      begunAtMs.push(nowMs);
      ended.push({ id: first.id, atMs: nowMs + 50 });
      run.giveBack(rest.map(({ id }) => id));
    }
  const gapsMs = begunAtMs.slice(1).map((atMs, before) => atMs - (begunAtMs[before] ?? 0));
  return { begunAtMs, longestWaitMs, longestGapMs: Math.max(...gapsMs) };
}

const fifty = { rules: hubspot, everyMs: 20, forMs: 120_000 };

test('writes that come steadily share calls which never stop, where the window would be used up in two seconds', () => {
  const came = steady(fifty);
  expect(came.longestGapMs).toBeLessThanOrEqual(300);
  expect(came.longestWaitMs).toBeLessThanOrEqual(300);
  expect(came.begunAtMs.length).toBeLessThanOrEqual((fifty.forMs / windowMs + 1) * usable);
  expect(steady({ ...fifty, isSpaced: false }).longestGapMs).toBeGreaterThan(5_000);
});

test('the space holds for the account, however many workers ask', () => {
  const came = steady({ ...fifty, workers: 3 });
  expect(came.longestGapMs).toBeLessThanOrEqual(300);
  expect(came.begunAtMs.length).toBeLessThanOrEqual((fifty.forMs / windowMs + 1) * usable);
});

test('while half of the window is free no write waits, and as many begin as are wanted', () => {
  expect(steady({ ...fifty, everyMs: 300 }).longestWaitMs).toBe(0);
  expect(anAccount(hubspot)(0, spaced())).toMatchObject({ permits: { length: 24 } });
});

test('calls that are full begin as long as there are places, spaced ones then share what is left of the window', () => {
  const run = anAccount(hubspot);
  for (const wanted of [24, 24, 24])
    expect(run(0, full(wanted))).toMatchObject({ permits: { length: wanted } });
  // Nine are left until the first leaves the window in 11 s: its permit is valid for a second.
  const spaceMs = (windowMs + 1_000) / 10;
  expect(run(0, spaced())).toEqual({ kind: 'denied', reason: 'quota', waitMs: spaceMs, isSpaced: true });
  expect(run(spaceMs, spaced())).toMatchObject({ permits: { length: 1 } });
  expect(run(spaceMs, full())).toMatchObject({ permits: { length: 8 } });
  expect(run(spaceMs, spaced())).not.toHaveProperty('isSpaced');
});

test('synchronous calls are not spaced', () => {
  const run = anAccount(hubspot);
  run(0, full(60));
  const synchronous = { synchronous: true, wanted: 1, maxWaitMs: 0 };
  for (let call = 0; call < 5; call += 1) expect(run(0, synchronous)).toMatchObject({ kind: 'granted' });
});

test('a write waits no longer than two seconds for its turn, however few calls are left', () => {
  const run = anAccount(hubspot);
  run(0, full(usable - 1));
  expect(run(0, spaced())).toMatchObject({ isSpaced: true, waitMs: 2_000 });
  expect(run(2_000, spaced())).toMatchObject({ kind: 'granted' });
});

test('a write waits no longer if the last permit begins a moment from now', () => {
  // One place is left.
  const book = Array.from({ length: usable - 1 }, () => ({ atMs: 0 }));
  const state = { ...accountAt(0), asynchronousAtMs: 50, book };
  const ask = { rules: hubspot, ask: spaced(), calls: [], unused: [] };
  const { answer } = decide(state, ask, 0, () => 'p').outcome;
  expect(answer).toMatchObject({ isSpaced: true, waitMs: 2_000 });
});

test('once half of a day is used its calls are spaced, so that it is never used up', () => {
  const day = { rules: salesforce, everyMs: 333, forMs: 120_000, dayLimit: 200 };
  const { begunAtMs, longestWaitMs } = steady(day);
  // Of 180 for asynchronous work, 90 are unspaced.
  expect(begunAtMs.findIndex((atMs) => atMs > 30_000)).toBeGreaterThan(88);
  expect(begunAtMs.length).toBeLessThan(140);
  expect(longestWaitMs).toBeLessThanOrEqual(2_000);
  expect(steady({ ...day, isSpaced: false }).begunAtMs).toHaveLength(180);
});

test('a large day is spread over 24 hours, and no calls begin without asking', () => {
  const run = anAccount(salesforce);
  const daily = { limit: 200_000, remaining: 100_000 };
  const silent = Array.from({ length: 9 }, () => succeeded());
  expect(
    run(0, spaced(), [...silent, succeeded({ daily: { ...daily, remaining: 120_000 } })]),
  ).toHaveProperty('freeForMs');
  // 80,000 are left to asynchronous work.
  expect(run(0, spaced(), [succeeded({ daily })])).toMatchObject({ isSpaced: true, waitMs: 1_080 });
  const granted = run(1_080, spaced());
  expect(granted).toMatchObject({ permits: { length: 1 } });
  expect(granted).not.toHaveProperty('freeForMs');
});
