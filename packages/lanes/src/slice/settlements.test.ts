import { afterEach, expect, jest, test } from '@jest/globals';
import { createSettlements } from './settlements.ts';

afterEach(() => void jest.restoreAllMocks());

test('an outcome is kept for a database that is away, however long that is', async () => {
  let hours = 0;
  jest.spyOn(performance, 'now').mockImplementation(() => (hours += 1) * 3_600_000);
  const tried: string[] = [];
  const settle = (done: readonly { outcome: string }[]) => {
    tried.push(...done.map(({ outcome }) => outcome));
    const away = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });
    return tried.length < 3 ? Promise.reject(away) : Promise.resolve([]);
  };
  const store = createSettlements({ kind: 'provider', settle }, () => undefined);
  await store('unit', 'written', true);
  expect(tried).toEqual(['written', 'written', 'written']);
});

test('what the database says of an outcome itself is told at once', async () => {
  const fault = new Error('value too long');
  const store = createSettlements({ kind: 'provider', settle: () => Promise.reject(fault) }, () => undefined);
  await expect(store('unit', 'written', true)).rejects.toBe(fault);
});
