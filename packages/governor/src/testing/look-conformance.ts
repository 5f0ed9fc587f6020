import { expect, test } from '@jest/globals';
import { accountView } from '../core/account-view.ts';
import { anAccount, atOnce, later, rules, type Subject } from './states-subject.ts';
import { answered, away, refusedForQuota } from './ended-calls.ts';

export function lookConformance({ name, open }: Subject): void {
  const account = () => {
    const { run, look } = anAccount(open);
    const view = async () => {
      const { state, nowMs } = await look();
      return accountView(state, rules, nowMs);
    };
    return { run, view };
  };
  const fresh = {
    window: { limit: 10, usable: 10, used: 0, windowMs: 100_000 },
    breaker: { state: 'closed' },
  };

  test(`${name}: a look shows how much of the window is used and when it returns, and takes nothing`, async () => {
    const { run, view } = account();
    expect(await view()).toEqual(fresh);
    await run([answered()], later(3));
    const first = await view();
    expect(first.window).toMatchObject({ limit: 10, used: 3 });
    expect(first.window?.firstFreeInMs).toBeGreaterThan(0);
    expect((await view()).window?.used).toBe(3);
    expect(await run([], later(20))).toMatchObject({ kind: 'granted', permits: { length: 7 } });
    expect((await view()).window?.used).toBe(10);
  });

  test(`${name}: a look shows an open breaker, and an account that refuses calls for a while`, async () => {
    const { run, view } = account();
    await run([away('a'), away('b')]);
    expect(await view()).toMatchObject({ breaker: { state: 'open', forMs: expect.any(Number) } });
    await run([answered(), refusedForQuota(50_000)], atOnce());
    const { breaker, closedForMs } = await view();
    expect(breaker).toEqual({ state: 'closed' });
    expect(closedForMs).toBeGreaterThan(0);
  });
}
