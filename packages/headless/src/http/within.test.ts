import { once } from 'node:events';
import { expect, test } from '@jest/globals';
import { within } from './within.ts';

test.each([30_000.5, 2 ** 31, Number.POSITIVE_INFINITY])(
  'what ends sooner is waited for %d ms',
  async (ms) => {
    await within(ms, () => once(AbortSignal.timeout(10), 'abort'));
  },
);

test.each([0.5, 0, -1])('after %d ms nothing is waited for, and the work is told', async (ms) => {
  let told: AbortSignal | undefined;
  const waiting = within(ms, (signal) => {
    told = signal;
    return new Promise(() => undefined);
  });
  await expect(waiting).rejects.toMatchObject({ name: 'TimeoutError' });
  expect(told?.aborted).toBe(true);
});
