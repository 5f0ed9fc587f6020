import { expect, test } from '@jest/globals';
import type { Lane } from '@writ/sdk';
import { byTrouble, laneStanding } from './lane-standing.ts';

const lane: Lane = {
  id: 'lane',
  projectId: 'project',
  kind: 'provider',
  queued: 1,
  moreQueued: false,
  inFlight: 1,
  rate: 1,
  createTime: '2026-11-23T04:00:00Z',
};

test('a lane of which nobody can tell whether it is open is not said to be; what is known is said', () => {
  const wordsOf = (facts: Partial<Lane>) => laneStanding({ ...lane, ...facts }, 0).words;
  expect(wordsOf({})).toBe('Sending');
  const notKnown: Lane['notKnown'] = ['quota', 'breaker'];
  expect(wordsOf({ notKnown })).toBe('Not known');
  expect(wordsOf({ notKnown, waiting: { reason: 'outage' } })).toBe('Waits: outage');
  // A list that is narrowed to what waits for an outage has none that nothing waits in.
  expect(wordsOf({ breaker: { state: 'open' } })).toBe('Down');
  const quota = { closedUntil: '2026-11-23T04:00:00Z' };
  expect(wordsOf({ quota })).toBe('Refused');
  expect(wordsOf({ quota, waiting: { reason: 'quota' } })).toBe('Waits: quota');
});

test('a lane of a destination that is disabled is said to be so, also where it is paused', () => {
  const paused: Lane['paused'] = { time: '2026-11-23T04:00:00Z', by: { kind: 'admin', id: 'admin' } };
  expect(laneStanding({ ...lane, kind: 'destination', disabled: true, paused }, 0).words).toBe('Disabled');
});

test('those that need somebody most come first: down, paused, overdue, out of quota, and then what is due longest', () => {
  const named = (id: string, facts: Partial<Lane>): Lane => ({ ...lane, id, inFlight: 0, ...facts });
  const at = (minute: number) => `2026-11-23T04:0${minute}:00Z`;
  const lanes = [
    named('idle', {}),
    named('due last', { oldestDue: at(5), inFlight: 1 }),
    named('due first', { oldestDue: at(0), inFlight: 1 }),
    named('unknown', { notKnown: ['breaker'] }),
    named('quota', { oldestDue: at(5), waiting: { reason: 'quota' } }),
    named('overdue', { oldestDue: at(3) }),
    named('paused', { paused: { time: at(0), by: { kind: 'admin', id: 'admin' } } }),
    named('failing', { failing: { since: at(0), failuresInRow: 9 }, oldestDue: at(4) }),
    named('down', { breaker: { state: 'open' }, oldestDue: at(1) }),
  ];
  const sorted = lanes.toSorted(byTrouble(Date.parse(at(5)))).map(({ id }) => id);
  expect(sorted).toEqual([
    'down',
    'failing',
    'paused',
    'overdue',
    'quota',
    'unknown',
    'due first',
    'due last',
    'idle',
  ]);
});
