import { expect, test } from '@jest/globals';
import { emptiedWhileMoving, hasIdlePlaces, hasRoom, lookAhead, newLaneRun } from './lane-run.ts';

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

/** A lane with so many units that wait, and so many that are performed. */
const laneWith = (waits: number, performing: number, ahead = 0) =>
  Object.assign(newLaneRun<string>('lane', 0), {
    waiting: Array.from({ length: waits }, () => ({ unit: 'unit' })),
    performing,
    ahead,
  });

test('a lane whose units wait although it has places claims no more, since the process has no time for it', () => {
  expect(hasRoom(laneWith(3, 1), places)).toBe(false);
  expect(hasIdlePlaces(laneWith(3, 1), places)).toBe(false);
  expect(hasRoom(laneWith(0, 4), places)).toBe(true);
});

test('what a fast lane will start in a moment does not keep it from claiming', () => {
  expect(hasRoom(laneWith(5, 4, 10), places)).toBe(true);
  expect(hasRoom(laneWith(6, 4, 10), places)).toBe(false);
});

test('a lane in which nothing moves takes the few places that are free', () => {
  expect(hasRoom(laneWith(0, 8), places)).toBe(false);
  expect(hasIdlePlaces(laneWith(0, 8), places)).toBe(true);
  expect(hasIdlePlaces(laneWith(0, 10), places)).toBe(false);
});

test('units of a lane are taken to hang when none of them ends, not when they are many', async () => {
  /** So many of its ten units end, one during each wait. */
  const laneThatEnds = (ending: number) => {
    let waits = 0;
    const lane = laneWith(0, 10);
    return Object.defineProperties(lane, {
      performed: { get: () => Math.min(ending, (waits += 1)) },
      performing: { get: () => 10 - Math.min(ending, waits) },
    });
  };
  const limits = { quietMs: 1, mostMs: 60_000 };
  expect(await emptiedWhileMoving(laneThatEnds(10), limits)).toBe('emptied');
  expect(await emptiedWhileMoving(laneThatEnds(3), limits)).toBe('hanging');
  expect(await emptiedWhileMoving(laneThatEnds(10), { ...limits, mostMs: 0 })).toBe('moving');
});
