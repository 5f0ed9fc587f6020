import { expect, test } from '@jest/globals';
import { lookAhead, newLaneRun } from './lane-run.ts';

const places = 10;

/** What is claimed ahead after each of these steps: so many units performed in so many milliseconds. */
function aheadAfter(...steps: readonly { ended: number; inMs: number }[]): number[] {
  const lane = newLaneRun('lane', 0);
  let nowMs = 0;
  return steps.map(({ ended, inMs }) => {
    nowMs += inMs;
    lane.pace.ended += ended;
    lookAhead(lane, places, nowMs);
    return lane.ahead;
  });
}

test('a lane of which nothing is known, or that is slow, claims nothing ahead', () => {
  expect(aheadAfter({ ended: 0, inMs: 0 }, { ended: 1, inMs: 200 })).toEqual([0, 0]);
});

test('a lane claims ahead what its pace starts in 100 ms, and never more than eight units for each place', () => {
  const [first, second] = aheadAfter({ ended: 2, inMs: 10 }, { ended: 1, inMs: 10 });
  expect([first, second]).toEqual([20, 15]);
  expect(aheadAfter({ ended: 10_000, inMs: 10 })).toEqual([80]);
});

test('a lane that begins to hang soon claims nothing ahead any more', () => {
  const hanging = (times: number) => Array.from({ length: times }, () => ({ ended: 0, inMs: 1_000 }));
  const fast = { ended: 20, inMs: 10 };
  expect(aheadAfter(fast, ...hanging(5)).at(-1)).toBeLessThan(10);
  expect(aheadAfter(fast, ...hanging(9)).at(-1)).toBe(0);
});
