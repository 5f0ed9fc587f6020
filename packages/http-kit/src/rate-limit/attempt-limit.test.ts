import { expect, test } from '@jest/globals';
import { createAttemptLimit } from './attempt-limit.ts';

const attempts = Array.from({ length: 12 });
const clock = { now: () => new Date(0) };

test('wrong attempts are limited; good ones, and those that nobody could judge, are not', async () => {
  const { make } = createAttemptLimit({ clock });
  const away = new Error('The database is away.');
  for (const _ of attempts) await expect(make('192.0.2.1', () => Promise.reject(away))).rejects.toBe(away);
  for (const _ of attempts) expect(await make('192.0.2.1', () => Promise.resolve('good'))).toBe('good');
  const wrong = () => make<string>('192.0.2.1', () => Promise.resolve(undefined));
  for (const _ of attempts.slice(2)) await expect(wrong()).resolves.toBeUndefined();
  await expect(wrong()).rejects.toMatchObject({ kind: 'rate-limited' });
});
