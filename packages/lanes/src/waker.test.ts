import { expect, test } from '@jest/globals';
import { createAppLogger } from '@writ/service-kit';
import { createLaneWaker } from './waker.ts';

const logger = createAppLogger({ service: 'test', level: 'error' });

/** A waker whose enqueues are told, with lanes that have their slice in this process. */
function wakerOf(here: ReadonlySet<string> = new Set()) {
  const told = { woken: [] as string[], poked: [] as string[] };
  const waker = createLaneWaker({
    queue: {
      wake: (laneId) => {
        told.woken.push(laneId);
        return Promise.resolve();
      },
    },
    poke: (laneId) => {
      if (here.has(laneId)) told.poked.push(laneId);
      return here.has(laneId);
    },
    logger,
    onFailure: () => undefined,
  });
  return { waker, told };
}

test('wakes of a lane that come while one is under way become one more', async () => {
  const { waker, told } = wakerOf();
  waker.wake(['a', 'b', 'a', 'a']);
  await waker.idle();
  expect(told.woken.toSorted()).toEqual(['a', 'a', 'b']);
});

test('a lane that was due before is reminded once in a while, and woken as soon as it is due anew', async () => {
  const { waker, told } = wakerOf();
  waker.remind(['a']);
  await waker.idle();
  waker.remind(['a', 'a']);
  expect(told.woken).toEqual(['a']);
  waker.wake(['a']);
  await waker.idle();
  expect(told.woken).toEqual(['a', 'a']);
});

test('a lane that has its slice in this process is told of each write, and needs no queue', () => {
  const { waker, told } = wakerOf(new Set(['a']));
  waker.remind(['a', 'a']);
  waker.wake(['a']);
  expect(told).toEqual({ woken: [], poked: ['a', 'a', 'a'] });
});
