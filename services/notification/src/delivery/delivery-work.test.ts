import { expect, test } from '@jest/globals';
import { createAppLogger } from '@writ/service-kit';
import { Pool } from 'pg';
import type { Send } from '../destination-kinds/destination-kind.ts';
import { deliveryWork } from './delivery-work.ts';

const startWork = () => {
  const lines: string[] = [];
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
    clock: { now: () => new Date(7) },
    logger: createAppLogger({ service: 'test', level: 'error', write: (line) => void lines.push(line) }),
  });
  return { work, lines };
};
const unitOf = (send: Send) => ({
  id: '1',
  projectId: 'p',
  destinationId: 'd',
  attempt: 1,
  eventId: 'e',
  eventType: 'connection.created' as const,
  cutOff: false,
  body: '{}',
  send,
  version: 0,
});
const leaseOf = (remainingMs: () => number) => ({
  remainingMs,
  heldMs: () => 0,
  signal: new AbortController().signal,
});

test('a delivery whose lease runs out while its request waits for a connection is not sent, and no failure of its receiver', async () => {
  let leftMs = 9_000;
  const asked: (boolean | undefined)[] = [];
  const unit = unitOf((_outgoing, _signal, mayBegin) => {
    asked.push(mayBegin?.());
    leftMs = 0;
    asked.push(mayBegin?.());
    return Promise.resolve({ delivered: false, at: new Date(0), durationMs: 0 });
  });
  const { work } = startWork();
  const lease = leaseOf(() => leftMs);
  await expect(work.perform(unit, lease)).rejects.toThrow('before the delivery was sent');
  expect(asked).toEqual([true, false]);
});

test('a kind that throws makes an attempt that failed, and the log tells of it', async () => {
  const { work, lines } = startWork();
  const unit = unitOf(() => Promise.reject(new TypeError('no such member')));
  const lease = leaseOf(() => 9_000);
  expect(await work.perform(unit, lease)).toEqual({
    delivered: false,
    at: new Date(7),
    durationMs: 0,
    error: 'Not sent, by a fault of this service.',
  });
  expect(lines).toHaveLength(1);
  expect(lines[0]).toContain('no such member');
});
