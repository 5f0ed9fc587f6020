import { expect, test } from '@jest/globals';
import { answered, away, refusedForQuota, succeeded } from './ended-calls.ts';
import { anAccount, atOnce, expectAbout, idsOf, later, waitOf, type Subject } from './states-subject.ts';

export function quotaConformance({ name, open }: Subject): void {
  const account = () => anAccount(open);

  test(`${name}: a window has as many calls as its share, and the denial says when the next may begin`, async () => {
    const { run, starts } = account();
    expect(await starts([], later(7), { share: 0.5 })).toEqual([0, 0, 0, 0, 0]);
    const denied = await run([], later(1), { share: 0.5 });
    expect(denied).toMatchObject({ kind: 'denied', reason: 'quota' });
    // One window after the permit's end.
    expectAbout(waitOf(denied), 110_000);
  });

  test(`${name}: the place of a call is free one window after its answer`, async () => {
    const { run, starts } = account();
    const [first = '', second = '', third = ''] = idsOf(await run([], later(10)));
    expectAbout(waitOf(await run([answered(first, 0)], later(1))), 100_000);
    expectAbout(waitOf(await run([answered(second, 50_000)], later(1))), 50_000);
    expect(await starts([answered(third, 100_000)], later(2))).toEqual([0]);
  });

  test(`${name}: a returned permit is free again immediately`, async () => {
    const { run, starts } = account();
    const ids = idsOf(await run([], later(10)));
    expect(await starts([], later(10), { unused: ids.slice(0, 3) })).toHaveLength(3);
  });

  test(`${name}: asynchronous work takes nothing of the share of synchronous calls`, async () => {
    const { run, starts } = account();
    expect(await starts([], later(10), { synchronousShare: 0.3 })).toHaveLength(7);
    expect((await run([], later(1), { synchronousShare: 0.3 }))?.kind).toBe('denied');
    for (let call = 0; call < 3; call += 1)
      expect(await starts([], atOnce(), { synchronousShare: 0.3 })).toEqual([0]);
  });

  test(`${name}: synchronous calls get places in the order in which they ask, or a time to come back`, async () => {
    const { run, starts } = account();
    const ids = idsOf(await run([], later(10)));
    const [patienceMs, impatienceMs] = [100_000, 10];
    const ended = ids.map((id, at) => answered(id, 50_000 - at * 1_000));
    const first = (await starts(ended, atOnce(patienceMs)))[0] ?? 0;
    const second = (await starts([], atOnce(patienceMs)))[0] ?? 0;
    expectAbout(first, 50_000);
    expectAbout(second, 51_000);
    const denied = await run([], atOnce(impatienceMs));
    expect(denied).toMatchObject({ kind: 'denied', reason: 'quota' });
    expectAbout(waitOf(denied), 52_000);
  });

  test(`${name}: the provider's answers correct the limit, and show what others use`, async () => {
    const { run, starts } = account();
    const ids = idsOf(await run([], later(2)));
    const window = { limit: 20, windowMs: 100_000, remaining: 13 };
    await run([...ids.map((id) => answered(id)), succeeded({ window })]);
    // Of 20 the provider counts 7, two of them ours.
    expect(await starts([], later(20))).toHaveLength(13);
    expect((await run([], later(1)))?.kind).toBe('denied');
  });

  test(`${name}: calls of others are taken from outside our share first`, async () => {
    const { starts } = account();
    const window = { limit: 20, windowMs: 100_000, remaining: 16 };
    expect(await starts([succeeded({ window })], later(20), { share: 0.5 })).toHaveLength(10);
  });

  test(`${name}: an answer that names a limit without bounds is counted within bounds`, async () => {
    const { starts } = account();
    const window = { limit: 900_000_000_000, windowMs: 100_000, remaining: 0 };
    expect(await starts([succeeded({ window })], later(3))).toEqual([0, 0, 0]);
  });

  test(`${name}: an account whose answers name no window has none`, async () => {
    const { run, starts } = account();
    await run([], later(10));
    expect(
      (
        await run(
          Array.from({ length: 9 }, () => succeeded()),
          later(1),
        )
      )?.kind,
    ).toBe('denied');
    expect(await starts([succeeded()], later(50))).toHaveLength(50);
    const window = { limit: 5, windowMs: 100_000, remaining: 5 };
    expect(await starts([succeeded({ window })], later(50))).toHaveLength(5);
  });

  test(`${name}: an account that refused a call for its quota is closed to everyone until then`, async () => {
    const { run, starts } = account();
    const closed = await run([refusedForQuota(100_000)], later(1));
    expect(closed).toMatchObject({ kind: 'denied', reason: 'quota' });
    expectAbout(waitOf(closed), 100_000);
    expect((await run([], atOnce()))?.kind).toBe('denied');
    const [startInMs = 0] = await starts([], atOnce(100_000));
    expectAbout(startInMs, 100_000);
  });

  test(`${name}: asynchronous work stops at its share of the day, synchronous calls go on`, async () => {
    const { run } = account();
    expect((await run([succeeded({ daily: { limit: 100, remaining: 51 } })], later(1)))?.kind).toBe(
      'granted',
    );
    const used = await run([succeeded({ daily: { limit: 100, remaining: 50 } })], later(1));
    expect(used).toMatchObject({ kind: 'denied', reason: 'quota' });
    expectAbout(waitOf(used), 300_000);
    expect((await run([], atOnce()))?.kind).toBe('granted');
    expect((await run([succeeded({ daily: { limit: 100, remaining: 60 } })], later(3)))?.kind).toBe(
      'granted',
    );
  });

  test(`${name}: a share of the day for our calls leaves out those of other clients`, async () => {
    const { run } = account();
    const own = { asynchronousDailyShare: 1, ownDailyShare: 0.1 };
    const byOthers = succeeded({ daily: { limit: 100, remaining: 20 } });
    expect((await run([byOthers], later(1), own))?.kind).toBe('granted');
    const nineMore = Array.from({ length: 9 }, () => answered());
    const used = await run(nineMore, later(1), own);
    expect(used).toMatchObject({ kind: 'denied', reason: 'quota' });
    expect(waitOf(used)).toBeLessThanOrEqual(300_000);
    expect((await run([], atOnce(), own))?.kind).toBe('granted');
    expect((await run([], later(1), { ...own, ownDailyShare: 0.2 }))?.kind).toBe('granted');
  });

  test(`${name}: while asynchronous work has used its share of the day, no calls begin without asking`, async () => {
    const { run } = account();
    await run([
      ...Array.from({ length: 9 }, () => succeeded()),
      succeeded({ daily: { limit: 100, remaining: 50 } }),
    ]);
    const atOnceAllowed = await run([], atOnce());
    expect(atOnceAllowed?.kind).toBe('granted');
    expect(atOnceAllowed).not.toHaveProperty('freeForMs');
    // There is room, but more than half of the day's share is used, so shareable calls are spaced.
    const scarce = await run([succeeded({ daily: { limit: 100, remaining: 60 } })], later(3));
    expect(scarce).toMatchObject({ kind: 'granted' });
    expect(scarce).not.toHaveProperty('freeForMs');
    await run([succeeded({ daily: { limit: 100, remaining: 80 } })], atOnce());
    expect(await run([], later(3), { ownDailyShare: 1 })).not.toHaveProperty('freeForMs');
    expect(await run([], later(3))).toHaveProperty('freeForMs');
  });

  test(`${name}: without a window calls need not be asked for one by one, unless the account is closed or probed`, async () => {
    const { run } = account();
    const open = { kind: 'granted', freeForMs: 250 };
    expect(
      await run(
        Array.from({ length: 10 }, () => succeeded()),
        later(3),
      ),
    ).toMatchObject(open);
    const shut = await run([refusedForQuota(100)], atOnce());
    expect(shut).toMatchObject({ kind: 'granted' });
    expect(shut).not.toHaveProperty('freeForMs');
  });

  test(`${name}: accounts are independent`, async () => {
    const [one, other] = [account(), account()];
    await one.run([refusedForQuota(60_000), away('a'), away('b')], later(10));
    expect(await other.starts([], later(10))).toHaveLength(10);
  });
}
