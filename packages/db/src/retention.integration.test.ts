import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { eventually, testDatabase, type TestDatabase } from '@writ/test-kit';
import { startRetention, type LeaderRounds, type OwnRetention, type Prisma, type Removal } from './index.ts';

let own: TestDatabase;
let running: LeaderRounds[];
beforeEach(async () => {
  own = await testDatabase();
  running = [];
});
afterEach(async () => {
  await Promise.all(running.map((rounds) => rounds.close()));
  await own.drop();
});

/** Removes from a heap of its own, and notes its steps. */
function aHeap(what: string, heaps: Record<string, number>) {
  const steps: string[] = [];
  const removal: Removal = {
    what,
    ofEachProject: true,
    remove: (_, { limit, projectId }) => {
      steps.push(projectId);
      const removed = Math.min(limit, heaps[projectId] ?? 0);
      heaps[projectId] = (heaps[projectId] ?? 0) - removed;
      return Promise.resolve(removed);
    },
  };
  return { removal, steps, heaps };
}

const noOwn = { sentRetentionDays: null, operationRetentionDays: null, deliveryRetentionDays: null };
const ofAll = { ofEachProject: true } as const;
const prisma = {} as Prisma.TransactionClient;

function start(
  removals: readonly Removal[],
  {
    projectIds = ['a'],
    ownDays = new Map<string, Partial<OwnRetention>>(),
    errors = [] as unknown[],
    passes = [] as string[],
  } = {},
) {
  const removed = new Map<string, number>();
  const rounds = startRetention({
    database: { pool: own.pool, prisma },
    projects: () => Promise.resolve(projectIds.map((id) => ({ id, ...noOwn, ...ownDays.get(id) }))),
    name: 'test',
    everyMs: 20,
    stepSize: 10,
    removals,
    onRemoved: (what, count) => removed.set(what, (removed.get(what) ?? 0) + count),
    onBegun: (what) => passes.push(`${what} begun`),
    onDone: (what) => passes.push(`${what} done`),
    onError: (error) => errors.push(error),
  });
  running.push(rounds);
  return removed;
}

test('everything old is removed in steps, for every project, and new old things in the next pass', async () => {
  const one = aHeap('one', { a: 25, b: 0 });
  const two = aHeap('two', { b: 10 });
  const removed = start([one.removal, two.removal], { projectIds: ['a', 'b'] });
  await eventually(() => removed.get('one') === 25 && removed.get('two') === 10);
  expect(one.steps.slice(0, 4)).toEqual(['a', 'a', 'a', 'b']);
  one.heaps['b'] = 3;
  await eventually(() => removed.get('one') === 28);
});

test('a project keeps rows as long as it says itself, or as all do', async () => {
  const ages: Record<string, number> = {};
  const removal: Removal = {
    what: 'one',
    keptMs: 5,
    ofEachProject: { own: 'sentRetentionDays' },
    remove: (_, { projectId, ageMs }) => {
      ages[projectId] = ageMs;
      return Promise.resolve(0);
    },
  };
  const ownDays = new Map([
    ['own', { sentRetentionDays: 2 }],
    ['other', { operationRetentionDays: 3 }],
  ] as const);
  start([removal], { projectIds: ['own', 'other'], ownDays });
  await eventually(() => Object.keys(ages).length === 2);
  expect(ages).toEqual({ own: 2 * 86_400_000, other: 5 });
});

test('one process among all removes; when it ends another takes over', async () => {
  const heap = aHeap('one', { a: 0 });
  const other = aHeap('one', { a: 0 });
  start([heap.removal]);
  await eventually(() => heap.steps.length > 0);
  start([other.removal]);
  const before = heap.steps.length;
  await eventually(() => heap.steps.length > before + 2);
  expect(other.steps).toEqual([]);
  await running.shift()?.close();
  await eventually(() => other.steps.length > 0);
});

test('what stays is passed once in a pass, and what lies behind it goes', async () => {
  const looked: (string | undefined)[] = [];
  const found = [
    { removed: 0, lookedTo: 'kept' },
    { removed: 3, lookedTo: null },
  ];
  const removal: Removal = {
    what: 'one',
    remove: (_, { afterId }) => {
      looked.push(afterId);
      return Promise.resolve(found.shift() ?? 0);
    },
  };
  const removed = start([removal]);
  await eventually(() => looked.length >= 3);
  expect(removed.get('one')).toBe(3);
  expect(looked.slice(1, 3)).toEqual(['kept', looked[0]]);
});

test('what fails for one project stops neither the others nor the other removals', async () => {
  const removal: Removal = {
    what: 'one',
    ...ofAll,
    remove: (_, { projectId }) =>
      projectId === 'bad' ? Promise.reject(new Error('not this one')) : Promise.resolve(2),
  };
  const [errors, passes]: [unknown[], string[]] = [[], []];
  const heap = aHeap('two', { good: 5 });
  const removed = start([removal, heap.removal], { projectIds: ['bad', 'good'], errors, passes });
  await eventually(() => (removed.get('one') ?? 0) >= 4 && removed.get('two') === 5 && errors.length > 1);
  expect(passes.slice(0, 4)).toEqual(['one begun', 'two begun', 'two done', 'one begun']);
});

test('a removal that fails keeps the others waiting no longer than a round', async () => {
  let failures = 1;
  const heap = aHeap('one', { a: 5 });
  const failing: Removal = {
    what: 'failing',
    remove: () => (failures-- > 0 ? Promise.reject(new Error('not now')) : Promise.resolve(0)),
  };
  const errors: unknown[] = [];
  const removed = start([failing, heap.removal], { errors });
  await eventually(() => removed.get('one') === 5);
  expect(errors).toHaveLength(1);
});

test('a step that runs out of time is done again over fewer rows, and the next ones grow again', async () => {
  const asked: [limit: number, afterId: string | undefined][] = [];
  const removal: Removal = {
    what: 'one',
    remove: (_, { limit, afterId }) => {
      asked.push([limit, afterId]);
      const place = asked.length;
      if (place > 6) return Promise.resolve(0);
      if (limit > 3) return Promise.reject(Object.assign(new Error('too slow'), { code: '57014' }));
      return Promise.resolve({ removed: limit, lookedTo: place < 6 ? `after ${place}` : null });
    },
  };
  const errors: unknown[] = [];
  const removed = start([removal], { errors });
  await eventually(() => removed.get('one') === 8);
  const lowest = asked[0]?.[1];
  expect(asked.slice(0, 6)).toEqual([
    [10, lowest],
    [5, lowest],
    [3, lowest],
    [3, 'after 3'],
    [4, 'after 4'],
    [2, 'after 4'],
  ]);
  expect(errors).toHaveLength(3);
});

test('what runs out of time over a single row stops nothing that comes behind it', async () => {
  const limits: number[] = [];
  const slow: Removal = {
    what: 'slow',
    remove: (_, { limit }) => {
      limits.push(limit);
      return Promise.reject(Object.assign(new Error('too slow'), { code: '57014' }));
    },
  };
  const heap = aHeap('one', { a: 5 });
  const removed = start([slow, heap.removal]);
  await eventually(() => removed.get('one') === 5);
  expect(limits.slice(0, 5)).toEqual([10, 5, 3, 2, 1]);
});

test('a removal that times out over a row of three projects is left to the next pass, which begins with as few', async () => {
  const steps: [projectId: string, limit: number][] = [];
  const slow: Removal = {
    what: 'slow',
    ...ofAll,
    remove: (_, { limit, projectId }) => {
      steps.push([projectId, limit]);
      return Promise.reject(Object.assign(new Error('too slow'), { code: '57014' }));
    },
  };
  const heap = aHeap('one', { a: 5 });
  const errors: unknown[] = [];
  const removed = start([slow, heap.removal], { projectIds: ['a', 'b', 'c', 'd'], errors });
  await eventually(() => removed.get('one') === 5 && steps.length >= 10);
  expect(steps.slice(0, 10)).toEqual([
    ['a', 10],
    ['a', 5],
    ['a', 3],
    ['a', 2],
    ['a', 1],
    ['b', 1],
    ['c', 1],
    ['a', 1],
    ['b', 1],
    ['c', 1],
  ]);
  expect(errors[4]).toMatchObject({
    message: 'removal of slow of project a left to the next pass',
    cause: { message: 'too slow' },
  });
});
