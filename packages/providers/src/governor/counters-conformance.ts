import { expect, test } from '@jest/globals';
import type { AccountCounters } from './account-counters.ts';
import type { Answer, Ask, QuotaRules, Report } from './core/quota.ts';

type Subject = {
  name: string;
  open: () => { counters: AccountCounters; passMs: (ms: number) => Promise<void> };
};

const rules: QuotaRules = {
  window: { limit: 10, windowMs: 100_000 },
  share: 1,
  synchronousShare: 0,
  asynchronousDailyShare: 0.5,
  breaker: { writes: 2, firstMs: 100_000, longestMs: 400_000, probeMs: 100_000 },
};
const nothing: Report = { ended: [], unused: [], silent: 0, reached: false, failed: [] };
const later = (wanted: number): Ask => ({ synchronous: false, wanted, maxWaitMs: 0 });
const atOnce = (maxWaitMs = 5_000): Ask => ({ synchronous: true, wanted: 1, maxWaitMs });

let number = 0;

/** What the shared counters and those of one process have in common: all of it. */
export function countersConformance({ name, open }: Subject): void {
  const account = () => {
    const { counters, passMs } = open();
    const key = `account-${(number += 1)}`;
    const errand = (reports: readonly Partial<Report>[], ask?: Ask, more: Partial<QuotaRules> = {}) =>
      counters.run(key, {
        rules: { ...rules, ...more },
        reports: reports.map((report) => ({ ...nothing, ...report })),
        ...(ask && { ask }),
      });
    const run = async (...given: Parameters<typeof errand>) => (await errand(...given)).answer;
    return { errand, run, passMs };
  };
  const startsOf = (answer: Answer | undefined): number[] =>
    answer?.kind === 'granted' ? answer.leaves.map(({ startInMs }) => startInMs) : [];
  const idsOf = (answer: Answer | undefined): string[] =>
    answer?.kind === 'granted' ? answer.leaves.map(({ id }) => id) : [];
  const waitOf = (answer: Answer | undefined): number => (answer?.kind === 'denied' ? answer.waitMs : 0);
  /** Time goes on between two questions, where it cannot be held. */
  const expectAbout = (value: number, ms: number): void => {
    expect(value).toBeGreaterThanOrEqual(ms - 30_000);
    expect(value).toBeLessThanOrEqual(ms + 1);
  };

  test(`${name}: a window has as many calls as its share, and the denial tells when the next one may begin`, async () => {
    const { run } = account();
    expect(startsOf(await run([], later(7), { share: 0.5 }))).toEqual([0, 0, 0, 0, 0]);
    const denied = await run([], later(1), { share: 0.5 });
    expect(denied).toMatchObject({ kind: 'denied', reason: 'quota' });
    // One window after the end of the leave.
    expectAbout(waitOf(denied), 102_000);
  });

  test(`${name}: the place of a call is free one window after its answer`, async () => {
    const { run } = account();
    const [first = ''] = idsOf(await run([], later(10)));
    expectAbout(waitOf(await run([{ ended: [{ id: first, agoMs: 0 }] }], later(1))), 100_000);
    expectAbout(waitOf(await run([{ ended: [{ id: first, agoMs: 50_000 }] }], later(1))), 50_000);
    expect(startsOf(await run([{ ended: [{ id: first, agoMs: 100_000 }] }], later(2)))).toEqual([0]);
  });

  test(`${name}: a leave that is handed back is free again at once`, async () => {
    const { run } = account();
    const ids = idsOf(await run([], later(10)));
    expect(startsOf(await run([{ unused: ids.slice(0, 3) }], later(10)))).toHaveLength(3);
  });

  test(`${name}: asynchronous work leaves the share of synchronous calls alone`, async () => {
    const { run } = account();
    expect(startsOf(await run([], later(10), { synchronousShare: 0.3 }))).toHaveLength(7);
    expect((await run([], later(1), { synchronousShare: 0.3 }))?.kind).toBe('denied');
    for (let call = 0; call < 3; call += 1)
      expect(startsOf(await run([], atOnce(), { synchronousShare: 0.3 }))).toEqual([0]);
  });

  test(`${name}: synchronous calls get their turns in the order in which they asked, or are told when to come back`, async () => {
    const { run } = account();
    const ids = idsOf(await run([], later(10)));
    const [patienceMs, impatienceMs] = [100_000, 10];
    const ended = ids.map((id, at) => ({ id, agoMs: 50_000 - at * 1_000 }));
    const first = startsOf(await run([{ ended }], atOnce(patienceMs)))[0] ?? 0;
    const second = startsOf(await run([], atOnce(patienceMs)))[0] ?? 0;
    expectAbout(first, 50_000);
    expectAbout(second, 51_000);
    const denied = await run([], atOnce(impatienceMs));
    expect(denied).toMatchObject({ kind: 'denied', reason: 'quota' });
    expectAbout(waitOf(denied), 52_000);
  });

  test(`${name}: the provider's answers correct the limit, and show what others use`, async () => {
    const { run } = account();
    const ids = idsOf(await run([], later(2)));
    const window = { limit: 20, windowMs: 100_000, remaining: 13, begunAgoMs: 0 };
    await run([{ window, ended: ids.map((id) => ({ id, agoMs: 0 })) }]);
    // Of 20 the provider counts 7, of which two are ours.
    expect(startsOf(await run([], later(20)))).toHaveLength(13);
    expect((await run([], later(1)))?.kind).toBe('denied');
  });

  test(`${name}: what others use is taken from what is not our share first`, async () => {
    const { run } = account();
    const window = { limit: 20, windowMs: 100_000, remaining: 16, begunAgoMs: 0 };
    expect(startsOf(await run([{ window }], later(20), { share: 0.5 }))).toHaveLength(10);
  });

  test(`${name}: an answer that names a limit without bounds is counted within bounds`, async () => {
    const { run } = account();
    const window = { limit: 900_000_000_000, windowMs: 100_000, remaining: 0, begunAgoMs: 0 };
    expect(startsOf(await run([{ window }], later(3)))).toEqual([0, 0, 0]);
  });

  test(`${name}: an account whose answers name no window has none`, async () => {
    const { run } = account();
    await run([], later(10));
    expect((await run([{ silent: 9 }], later(1)))?.kind).toBe('denied');
    expect(startsOf(await run([{ silent: 1 }], later(50)))).toHaveLength(50);
    const window = { limit: 5, windowMs: 100_000, remaining: 5, begunAgoMs: 0 };
    expect(startsOf(await run([{ window }], later(50)))).toHaveLength(5);
  });

  test(`${name}: an account that refused a call for its quota is closed to everyone until then`, async () => {
    const { run } = account();
    const closed = await run([{ closedForMs: 100_000 }], later(1));
    expect(closed).toMatchObject({ kind: 'denied', reason: 'quota' });
    expectAbout(waitOf(closed), 100_000);
    expect((await run([], atOnce()))?.kind).toBe('denied');
    const [startInMs = 0] = startsOf(await run([], atOnce(100_000)));
    expectAbout(startInMs, 100_000);
  });

  test(`${name}: asynchronous work stops at its share of the day, synchronous calls go on`, async () => {
    const { run } = account();
    expect((await run([{ daily: { limit: 100, remaining: 51 } }], later(1)))?.kind).toBe('granted');
    const used = await run([{ daily: { limit: 100, remaining: 50 } }], later(1));
    expect(used).toMatchObject({ kind: 'denied', reason: 'quota' });
    expectAbout(waitOf(used), 300_000);
    expect((await run([], atOnce()))?.kind).toBe('granted');
    expect((await run([{ daily: { limit: 100, remaining: 60 } }], later(3)))?.kind).toBe('granted');
  });

  test(`${name}: while asynchronous work has used its share of the day, nobody is told to call without asking`, async () => {
    const { run } = account();
    await run([{ silent: 10, daily: { limit: 100, remaining: 50 } }]);
    const atOnceAllowed = await run([], atOnce());
    expect(atOnceAllowed?.kind).toBe('granted');
    expect(atOnceAllowed).not.toHaveProperty('freeForMs');
    expect((await run([{ daily: { limit: 100, remaining: 60 } }], atOnce()))?.kind).toBe('granted');
    expect(await run([], later(3))).toHaveProperty('freeForMs');
  });

  test(`${name}: writes that fail in a row open the breaker, and one that fails again and again does not`, async () => {
    const { run } = account();
    for (let attempt = 0; attempt < 5; attempt += 1) await run([{ failed: ['same'] }]);
    expect((await run([], later(1)))?.kind).toBe('granted');
    await run([{ reached: true }, { failed: ['other'] }]);
    expect((await run([], atOnce()))?.kind).toBe('granted');
    const open = await run([{ failed: ['third'] }], atOnce());
    expect(open).toMatchObject({ kind: 'denied', reason: 'outage' });
    expectAbout(waitOf(open), 100_000);
    const asked = await run([{ failed: ['late'], awayForMs: 900_000 }], later(1));
    expectAbout(waitOf(asked), 100_000);
    expect((await run([{ reached: true }], later(3)))?.kind).toBe('granted');
  });

  test(`${name}: one probe finds out whether the account is there again, and longer waits follow`, async () => {
    const { run, passMs } = account();
    const brief = { breaker: { ...rules.breaker, firstMs: 1 } };
    await run([{ failed: ['a', 'b'] }], undefined, brief);
    await passMs(2);
    const [probe = '', ...others] = idsOf(await run([], later(5)));
    expect(others).toEqual([]);
    expect(await run([], atOnce())).toMatchObject({ kind: 'denied', reason: 'outage' });
    // A probe that was not used, or was given up before it found out, is given to the next.
    const [second = ''] = idsOf(await run([{ unused: [probe] }], later(5)));
    const [next = ''] = idsOf(await run([{ ended: [{ id: second, agoMs: 0 }] }], later(5)));
    expect(next).not.toBe('');
    const again = await run([{ failed: ['a'], ended: [{ id: next, agoMs: 0 }] }], atOnce());
    expectAbout(waitOf(again), 200_000);
    expect(idsOf(await run([{ reached: true }], later(5)))).toHaveLength(5);
  });

  test(`${name}: it is told when the breaker turns, once`, async () => {
    const { errand } = account();
    expect(await errand([{ failed: ['a'] }])).toEqual({});
    expect(await errand([{ failed: ['b'] }])).toEqual({ breaker: 'opened' });
    expect(await errand([{ failed: ['c'] }])).toEqual({});
    expect(await errand([{ reached: true }])).toEqual({ breaker: 'closed' });
    expect(await errand([{ reached: true }])).toEqual({});
  });

  test(`${name}: while a probe is under way others look again soon`, async () => {
    const { run, passMs } = account();
    await run([{ failed: ['a', 'b'] }], undefined, { breaker: { ...rules.breaker, firstMs: 1 } });
    await passMs(2);
    expect((await run([], later(1)))?.kind).toBe('granted');
    expect(await run([], atOnce())).toEqual({ kind: 'denied', reason: 'outage', waitMs: 1_000 });
  });

  test(`${name}: without a window calls need not be asked for one by one, unless the account is closed or probed`, async () => {
    const { run } = account();
    const open = { kind: 'granted', freeForMs: 250 };
    expect(await run([{ silent: 10 }], later(3))).toMatchObject(open);
    const shut = await run([{ closedForMs: 100 }], atOnce());
    expect(shut).toMatchObject({ kind: 'granted' });
    expect(shut).not.toHaveProperty('freeForMs');
  });

  test(`${name}: asynchronous work that waits is called for some places at once`, async () => {
    const { run } = account();
    const more = { window: { limit: 60, windowMs: 100_000 } };
    const ids = idsOf(await run([], later(60), more));
    const ended = ids.map((id, at) => ({ id, agoMs: 60_000 - at * 1_000 }));
    // Three places are the 20th part of the window: the third is free after 42 s.
    expectAbout(waitOf(await run([{ ended }], later(10), more)), 42_000);
    expectAbout(waitOf(await run([], later(1), more)), 40_000);
    expect(waitOf(await run([], later(10), more))).toBeGreaterThan(waitOf(await run([], later(1), more)));
  });

  test(`${name}: an account that asked not to be called is left alone as long`, async () => {
    const { run } = account();
    const away = await run([{ failed: ['a', 'b'], awayForMs: 900_000 }], atOnce());
    expectAbout(waitOf(away), 900_000);
  });

  test(`${name}: accounts do not know of each other`, async () => {
    const [one, other] = [account(), account()];
    await one.run([{ closedForMs: 60_000, failed: ['a', 'b'] }], later(10));
    expect(startsOf(await other.run([], later(10)))).toHaveLength(10);
  });
}
