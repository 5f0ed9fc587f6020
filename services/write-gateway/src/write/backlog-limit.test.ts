import { expect, test } from '@jest/globals';
import { createBacklogLimit } from './backlog-limit.ts';
import { takeBacklog, type OfGroup } from './backlog-of-group.ts';

/** A limit of 100; the test sets the count. */
function aLimit() {
  const state = { unfinished: 0, counts: 0, nowMs: 0, countTakesMs: 0 };
  const limit = createBacklogLimit<string>({
    keyOf: (project) => project,
    whose: () => 'The project',
    count: (_, upTo) => {
      state.counts += 1;
      state.nowMs += state.countTakesMs;
      return Promise.resolve(Math.min(upTo, state.unfinished));
    },
    limit: 100,
    nowMs: () => state.nowMs,
    now: () => new Date(0),
  });
  const take = async (times = 1): Promise<number> => {
    let taken = 0;
    for (let time = 0; time < times; time += 1) {
      taken += await limit.take('p').then(
        () => 1,
        () => 0,
      );
    }
    return taken;
  };
  return { state, limit, take };
}

test('a project may have as many as the limit says, and one refused is told when to come back', async () => {
  const { limit, take, state } = aLimit();
  state.unfinished = 90;
  expect(await take(20)).toBe(10);
  await expect(limit.take('p')).rejects.toMatchObject({
    kind: 'backlog-full',
    facts: { retryAfter: new Date(1_000) },
  });
  expect(state.counts).toBe(1);
  state.unfinished = 40;
  state.nowMs += 1_000;
  expect(await take(20)).toBe(20);
});

test('far from the limit it is not counted again for half a minute, unless many come', async () => {
  const { take, state } = aLimit();
  expect(await take(5)).toBe(5);
  state.nowMs += 20_000;
  expect(await take()).toBe(1);
  expect(state.counts).toBe(1);
  expect(await take()).toBe(1);
  expect(state.counts).toBe(2);
  state.nowMs += 30_001;
  await take();
  expect(state.counts).toBe(3);
});

test('a count that takes long is made seldom', async () => {
  const { take, state } = aLimit();
  state.unfinished = 100;
  state.countTakesMs = 500;
  expect(await take(50)).toBe(0);
  state.nowMs += 9_999;
  expect(await take(50)).toBe(0);
  expect(state.counts).toBe(1);
  state.nowMs += 1;
  expect(await take()).toBe(0);
  expect(state.counts).toBe(2);
});

test('one project does not count for another', async () => {
  const { limit, state } = aLimit();
  state.unfinished = 100;
  await expect(limit.take('p')).rejects.toThrow();
  state.unfinished = 0;
  await limit.take('q');
  expect(state.counts).toBe(2);
});

test('the largest share is of the projects that were counted lately', async () => {
  const { limit, state } = aLimit();
  expect(limit.largestShare()).toBe(0);
  state.unfinished = 80;
  await limit.take('p');
  state.nowMs += 40_000;
  state.unfinished = 10;
  await limit.take('q');
  expect(limit.largestShare()).toBe(0.81);
  state.nowMs += 20_000;
  expect(limit.largestShare()).toBe(0.11);
});

test('whether a project may have as many as a group: by the count, and by what twenty gateways may have accepted', async () => {
  const { limit, take, state } = aLimit();
  expect(limit.mayHave('p', 50)).toBe(true);
  state.unfinished = 20;
  await take();
  expect([limit.mayHave('p', 40), limit.mayHave('p', 41)]).toEqual([true, false]);
});

test('a write of a full group takes nothing from its project, and a small project needs no count of groups', async () => {
  const { limit, state } = aLimit();
  let isFull = false;
  const asked: string[] = [];
  const backlog = {
    take: ({ groupRef }: OfGroup) => {
      asked.push(groupRef);
      return isFull ? Promise.reject(new Error('full')) : Promise.resolve();
    },
  };
  const takeOne = takeBacklog(limit, { limit: 50, backlog });
  await takeOne({ projectId: 'p', groupRef: 'first' });
  await takeOne({ projectId: 'p', groupRef: 'small' });
  expect(asked).toEqual(['first']);
  state.unfinished = 98;
  state.nowMs += 40_000;
  await takeOne({ projectId: 'p', groupRef: 'while counting' });
  isFull = true;
  for (let one = 0; one < 5; one += 1)
    await expect(takeOne({ projectId: 'p', groupRef: 'full' })).rejects.toThrow('full');
  isFull = false;
  await takeOne({ projectId: 'p', groupRef: 'other' });
});
