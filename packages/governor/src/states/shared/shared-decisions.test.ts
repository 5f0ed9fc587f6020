import { expect, test } from '@jest/globals';
import { toLocal } from './shared-decisions.ts';

test('a permit begins counted from the answer, and ends counted from the question', () => {
  const permits = [{ id: 'a', startAtMs: 70_010, endAtMs: 70_110 }];
  const trip = { sentAtMs: 1_000, answeredAtMs: 1_040, sharedMs: 70_000 };
  expect(
    toLocal({ answer: { kind: 'granted', permits, reportWithinMs: 25, isRoomy: false } }, trip).answer,
  ).toEqual({
    kind: 'granted',
    reportWithinMs: 25,
    isRoomy: false,
    permits: [{ id: 'a', startAtMs: 1_050, endAtMs: 1_110 }],
  });
});
