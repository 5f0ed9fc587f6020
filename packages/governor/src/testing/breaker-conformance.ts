import { expect, test } from '@jest/globals';
import { answered, away, gaveUp } from './ended-calls.ts';
import {
  anAccount,
  atOnce,
  expectAbout,
  idsOf,
  later,
  rules,
  waitOf,
  type Subject,
} from './states-subject.ts';

/** Opening and closing of the breaker. */
export function breakerConformance({ name, open }: Subject): void {
  const account = () => anAccount(open);

  test(`${name}: writes that fail in a row open the breaker, and one that fails again and again does not`, async () => {
    const { run } = account();
    for (let attempt = 0; attempt < 5; attempt += 1) await run([away('same')]);
    expect((await run([], later(1)))?.kind).toBe('granted');
    await run([answered(), away('other')]);
    expect((await run([], atOnce()))?.kind).toBe('granted');
    const open = await run([away('third')], atOnce());
    expect(open).toMatchObject({ kind: 'denied', reason: 'outage' });
    expectAbout(waitOf(open), 100_000);
    const asked = await run([away('late', { retryAfterMs: 900_000 })], later(1));
    expectAbout(waitOf(asked), 100_000);
    expect((await run([answered()], later(3)))?.kind).toBe('granted');
  });

  test(`${name}: one probe checks whether the account is back`, async () => {
    const { run, whenOpen } = account();
    const brief = { breaker: { ...rules.breaker, restMs: 1 } };
    await run([away('a'), away('b')], undefined, brief);
    const [probe = '', ...others] = idsOf(await whenOpen(later(5)));
    expect(others).toEqual([]);
    expect(await run([], atOnce())).toMatchObject({ kind: 'denied', reason: 'outage' });
    // The next call gets an unused or abandoned probe.
    const [second = ''] = idsOf(await run([], later(5), { unused: [probe] }));
    const [next = ''] = idsOf(await run([gaveUp(second)], later(5)));
    expect(next).not.toBe('');
    const again = await run([away('a', { permitId: next })], atOnce());
    expectAbout(waitOf(again), 100_000);
    expect(idsOf(await run([answered()], later(5)))).toHaveLength(5);
  });

  test(`${name}: a change of the breaker is reported once`, async () => {
    const { errand } = account();
    expect(await errand([away('a')])).toEqual({});
    expect(await errand([away('b')])).toEqual({ breaker: 'opened' });
    expect(await errand([away('c')])).toEqual({});
    expect(await errand([answered()])).toEqual({ breaker: 'closed' });
    expect(await errand([answered()])).toEqual({});
  });

  test(`${name}: while a probe is in flight other calls ask again soon`, async () => {
    const { run, whenOpen } = account();
    await run([away('a'), away('b')], undefined, { breaker: { ...rules.breaker, restMs: 1 } });
    await whenOpen(later(1));
    expect(await run([], atOnce())).toMatchObject({ kind: 'denied', reason: 'outage', waitMs: 1_000 });
  });

  test(`${name}: a denied call gets the cause of the outage, also after probes`, async () => {
    const { run, whenOpen } = account();
    const brief = { breaker: { ...rules.breaker, restMs: 1 } };
    await run([away('a'), away('b', { status: 503 })], undefined, brief);
    const [probe = ''] = idsOf(await whenOpen(later(1), brief));
    expect(await run([], atOnce())).toMatchObject({ reason: 'outage', last: { status: 503, said: 'no' } });
    const again = await run([away('a', { permitId: probe, status: 502 })], atOnce());
    expect(again).toMatchObject({ reason: 'outage', last: { status: 502 } });
  });

  test(`${name}: a probe without an answer makes room for another one`, async () => {
    const { run, whenOpen } = account();
    const brief = { breaker: { ...rules.breaker, restMs: 1, probeMs: 1 } };
    await run([away('a'), away('b')], undefined, brief);
    const [hanging = ''] = idsOf(await whenOpen(later(1), brief));
    const [second = ''] = idsOf(await whenOpen(later(5)));
    expect(['', hanging]).not.toContain(second);
    expect(await run([], atOnce())).toMatchObject({ kind: 'denied', reason: 'outage', waitMs: 1_000 });
    const again = await run([away('a', { permitId: second })], atOnce());
    expectAbout(waitOf(again), 100_000);
    expect(idsOf(await run([answered()], later(5)))).toHaveLength(5);
  });

  test(`${name}: an account is not called for as long as it asks`, async () => {
    const { run } = account();
    const left = await run([away('a'), away('b', { retryAfterMs: 900_000 })], atOnce());
    expectAbout(waitOf(left), 900_000);
  });
}
