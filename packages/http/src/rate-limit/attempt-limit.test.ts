import { expect, test } from '@jest/globals';
import { createAttemptLimit } from './attempt-limit.ts';

const attempts = Array.from({ length: 12 });
const clock = { now: () => new Date(0) };

test('what is judged at once is limited by its wrong attempts alone, which then keep good ones out, too', async () => {
  const { judge, make } = createAttemptLimit({ clock });
  const judged = (isGood: boolean) => judge('192.0.2.2', isGood);
  await Promise.all(attempts.flatMap(() => [judged(true), judged(true)]));
  for (const _ of attempts.slice(3)) await judged(false);
  await judged(true);
  const [tenth, ...others] = await Promise.allSettled([judged(false), judged(false), judged(true)]);
  expect([tenth.status, ...others.map(({ status }) => status)]).toEqual([
    'fulfilled',
    'rejected',
    'rejected',
  ]);
  await expect(make('192.0.2.2', () => Promise.resolve('good'))).rejects.toMatchObject({
    kind: 'rate-limited',
  });
  await judge('192.0.2.3', true);
});

test('wrong attempts are limited; good ones, and those that nobody could judge, are not', async () => {
  const { make } = createAttemptLimit({ clock });
  const away = new Error('The database is away.');
  for (const _ of attempts) await expect(make('192.0.2.1', () => Promise.reject(away))).rejects.toBe(away);
  for (const _ of attempts) expect(await make('192.0.2.1', () => Promise.resolve('good'))).toBe('good');
  const wrong = () => make<string>('192.0.2.1', () => Promise.resolve(undefined));
  for (const _ of attempts.slice(2)) await expect(wrong()).resolves.toBeUndefined();
  await expect(wrong()).rejects.toMatchObject({ kind: 'rate-limited' });
});
