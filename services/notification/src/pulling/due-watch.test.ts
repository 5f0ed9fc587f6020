import { expect, test } from '@jest/globals';
import { newId } from '@writ/service-kit';
import { Pool } from 'pg';
import { createDueWatch } from './due-watch.ts';

/** Never connected. */
const pool = new Pool();
const hourMs = 3_600_000;
const { signal } = new AbortController();

test('what is told while a client does not wait yet ends its next wait, and that one alone', async () => {
  const watch = createDueWatch({ pool });
  const id = newId();
  watch.poke(id);
  const [place, other] = [watch.take(id), watch.take(newId())];
  watch.poke(id);
  expect(await place.wait(hourMs, signal)).toBe(true);
  expect(await place.wait(1, signal)).toBe(false);
  expect(await other.wait(1, signal)).toBe(false);
});

test('a wait ends when the client goes, and when the process stops, after which nobody waits', async () => {
  const watch = createDueWatch({ pool });
  const client = new AbortController();
  const gone = watch.take(newId()).wait(hourMs, client.signal);
  client.abort();
  expect(await gone).toBe(false);
  expect(await watch.take(newId()).wait(hourMs, AbortSignal.abort())).toBe(false);
  const waiting = watch.take(newId()).wait(hourMs, signal);
  watch.close();
  expect(await waiting).toBe(false);
  expect(await watch.take(newId()).wait(hourMs, signal)).toBe(false);
});

test('of more clients than a process bears the one that has waited longest is answered', async () => {
  const watch = createDueWatch({ pool });
  const ended: number[] = [];
  const wait = async (number: number): Promise<void> => {
    const place = watch.take(newId());
    expect(await place.wait(hourMs, signal)).toBe(false);
    place.leave();
    ended.push(number);
  };
  const waits = Array.from({ length: 502 }, (_, number) => wait(number));
  await Promise.all(waits.slice(0, 2));
  expect(ended).toEqual([0, 1]);
  watch.close();
  await Promise.all(waits);
});
