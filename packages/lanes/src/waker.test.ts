import { expect, test } from '@jest/globals';
import { createAppLogger } from '@writ/service-kit';
import { eventually } from '@writ/test-kit';
import { createLaneWaker } from './waker.ts';

const logger = createAppLogger({ service: 'test', level: 'error' });

/** `here`: lanes with a slice in this process. */
function wakerOf(here: ReadonlySet<string> = new Set()) {
  const told = { woken: [] as string[], poked: [] as string[], said: [] as (readonly string[])[] };
  const waker = createLaneWaker({
    queue: {
      wake: (laneId) => {
        told.woken.push(laneId);
        return Promise.resolve(laneId !== 'running');
      },
      tell: (laneIds) => {
        told.said.push(laneIds);
        return Promise.reject(new Error('Nobody hears'));
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

test('a lane that was due before has been woken, and is woken again as soon as it is due anew', async () => {
  const { waker, told } = wakerOf();
  waker.wake(['a'], { wereDue: true });
  await eventually(() => told.said.length > 0);
  expect(told).toEqual({ woken: [], poked: [], said: [['a']] });
  waker.wake(['a']);
  await waker.idle();
  expect(told.woken).toEqual(['a']);
});

test('a lane that has its slice in this process is told of each write, and needs no queue', () => {
  const { waker, told } = wakerOf(new Set(['a']));
  waker.wake(['a', 'a'], { wereDue: true });
  waker.wake(['a']);
  expect(told).toEqual({ woken: [], poked: ['a', 'a', 'a'], said: [] });
});

test('who has a slice of lanes that were due before, or were woken before, is told of them, of many at once', async () => {
  const { waker, told } = wakerOf(new Set(['here']));
  waker.wake(['a', 'b', 'here'], { wereDue: true });
  waker.wake(['b', 'c'], { wereDue: true });
  waker.wake(['d', 'running']);
  await waker.idle();
  await eventually(() => told.said.length > 0);
  expect(told.said).toEqual([['a', 'b', 'c', 'running']]);
  waker.wake(['a'], { wereDue: true });
  await eventually(() => told.said.length > 1);
  expect(told.said[1]).toEqual(['a']);
});
