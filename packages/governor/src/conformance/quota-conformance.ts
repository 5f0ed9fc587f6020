import { expect, test } from '@jest/globals';
import {
  anAccount,
  atOnce,
  expectAbout,
  idsOf,
  later,
  startsOf,
  waitOf,
  type Subject,
} from './counters-subject.ts';

/** Whose turn it is in an account's window, and when. */
export function quotaConformance({ name, open }: Subject): void {
  const account = () => anAccount(open);

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

  test(`${name}: accounts do not know of each other`, async () => {
    const [one, other] = [account(), account()];
    await one.run([{ closedForMs: 60_000, failed: ['a', 'b'] }], later(10));
    expect(startsOf(await other.run([], later(10)))).toHaveLength(10);
  });
}
