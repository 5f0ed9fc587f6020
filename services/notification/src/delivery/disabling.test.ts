import { expect, test } from '@jest/globals';
import { destinationRecords, disablingReason, type Done } from './disabling.ts';

const hourMs = 3_600_000;
const limits = { failingMs: 120 * hourMs, failuresInRow: 1_000, failuresForMs: 24 * hourMs };

test.each([
  ['fails now and then', { failuresInRow: 3, failingForMs: hourMs, gone: false }, undefined],
  [
    'fails often, but not for long',
    { failuresInRow: 5_000, failingForMs: 23 * hourMs, gone: false },
    undefined,
  ],
  [
    'fails for a day, but not often',
    { failuresInRow: 999, failingForMs: 25 * hourMs, gone: false },
    undefined,
  ],
  [
    'fails often and for a day',
    { failuresInRow: 1_000, failingForMs: 24 * hourMs, gone: false },
    /1000 attempts/,
  ],
  ['fails for five days', { failuresInRow: 2, failingForMs: 120 * hourMs, gone: false }, /120 h/],
  ['is gone', { failuresInRow: 1, failingForMs: 0, gone: true }, /asked for no more deliveries/],
])('a destination that %s', (_, record, reason) => {
  const given = disablingReason(record, limits);
  if (reason === undefined) expect(given).toBeUndefined();
  else expect(given).toMatch(reason);
});

test('outcomes count by destination, and a success forgets the failures before it, but not that the receiver is gone', () => {
  const done = (destinationId: string, delivered: boolean, gone = false, version?: number) =>
    ({ unit: { destinationId, version }, outcome: { delivered, gone } }) as Done;
  const records = destinationRecords([
    done('b', false),
    done('a', false),
    done('b', true),
    done('b', false),
    done('a', false),
    done('c', false, true, 1),
    done('c', false, true, 2),
    done('c', true, false, 3),
    done('d', false, true),
  ]);
  expect(records).toEqual([
    { id: 'a', succeeded: false, failures: 2, goneVersion: undefined },
    { id: 'b', succeeded: true, failures: 1, goneVersion: undefined },
    { id: 'c', succeeded: true, failures: 0, goneVersion: 2 },
    { id: 'd', succeeded: false, failures: 1, goneVersion: Number.POSITIVE_INFINITY },
  ]);
});
