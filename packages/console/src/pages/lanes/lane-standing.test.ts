import { expect, test } from '@jest/globals';
import type { Lane } from '@writ/sdk';
import { laneStanding } from './lane-standing.ts';

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
  expect(wordsOf({ notKnown, waiting: { reason: 'outage' } })).toBe('Outage');
});
