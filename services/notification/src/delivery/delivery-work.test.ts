import { expect, test } from '@jest/globals';
import { Pool } from 'pg';
import { deliveryWork } from './delivery-work.ts';

test('a delivery whose lease runs out while its request waits for a connection is not sent, and no failure of its receiver', async () => {
  const work = deliveryWork({
    pool: new Pool(),
    book: {
      find: () => Promise.resolve(undefined),
      apartMs: () => 0,
      objects: () => false,
      close: () => Promise.resolve(),
    },
    scheduleMs: [],
    disabling: { failingMs: 1, failuresInRow: 1, failuresForMs: 1 },
    random: () => 0,
    pokeRelay: () => undefined,
    tellAttempt: () => undefined,
  });
  let leftMs = 9_000;
  const asked: (boolean | undefined)[] = [];
  const lease = { remainingMs: () => leftMs, heldMs: () => 0, signal: new AbortController().signal };
  const unit = {
    id: '1',
    projectId: 'p',
    destinationId: 'd',
    attempt: 1,
    eventId: 'e',
    eventType: 'connection.created' as const,
    cutOff: false,
    body: '{}',
    send: (_outgoing: unknown, _signal: AbortSignal, mayBegin?: () => boolean) => {
      asked.push(mayBegin?.());
      leftMs = 0;
      asked.push(mayBegin?.());
      return Promise.resolve({ delivered: false, at: new Date(0), durationMs: 0 });
    },
  };
  await expect(work.perform(unit, lease)).rejects.toThrow('before the delivery was sent');
  expect(asked).toEqual([true, false]);
});
