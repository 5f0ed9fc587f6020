import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { Refusal } from '@writ/problems';
import { chunkedBudget, createRateLimit } from './rate-limit.ts';

const caller = (keyId: string, projectId: string) =>
  ({ kind: 'apiKey', keyId, project: { id: projectId, name: projectId }, scopes: new Set<never>() }) as const;
const refusedOf = async (work: Promise<void>[]): Promise<Refusal[]> =>
  (await Promise.allSettled(work)).flatMap((r) => (r.status === 'rejected' ? [r.reason as Refusal] : []));

// Without Redis the windows of the store are of this clock: held still, no request comes into the next one.
beforeEach(() => void jest.spyOn(Date, 'now').mockReturnValue(0));
afterEach(() => void jest.restoreAllMocks());

test('a key over its limit is refused with the time to wait; another key of another project is not', async () => {
  const limit = createRateLimit({
    host: 'write',
    limits: { perKey: 20, perProject: 1_000 },
    clock: { now: () => new Date(0) },
  });
  const refused = await refusedOf(Array.from({ length: 30 }, () => limit.take(caller('a', 'p'))));
  expect(refused).toHaveLength(10);
  expect(refused[0]).toBeInstanceOf(Refusal);
  expect(refused[0]?.kind).toBe('rate-limited');
  expect(refused[0]?.facts.retryAfter?.getTime()).toBeGreaterThan(0);
  await limit.take(caller('b', 'q'));
});

test('the keys of one project share its limit', async () => {
  const limit = createRateLimit({
    host: 'write',
    limits: { perKey: 1_000, perProject: 20 },
    clock: { now: () => new Date(0) },
  });
  const all = Array.from({ length: 30 }, (_, index) => limit.take(caller(`k${index % 3}`, 'p')));
  expect(await refusedOf(all)).toHaveLength(10);
});

test('many requests cost the store one question, and a refused key costs it none until its window ends', async () => {
  let now = 0;
  const asked: string[] = [];
  const grants = [true, true, false, true];
  const take = chunkedBudget(
    (key) => {
      asked.push(key);
      return Promise.resolve({ granted: grants[asked.length - 1] ?? false, windowMs: 1_000 });
    },
    { chunk: 10, nowMs: () => now },
  );
  const takeMany = (count: number) => Promise.all(Array.from({ length: count }, () => take('a')));
  expect(await takeMany(20)).toEqual(Array.from({ length: 20 }, () => 0));
  expect(asked).toHaveLength(2);
  expect(await takeMany(5)).toEqual(Array.from({ length: 5 }, () => 1_000));
  now = 400;
  expect(await take('a')).toBe(600);
  expect(asked).toHaveLength(3);
  now = 1_001;
  expect(await take('a')).toBe(0);
  expect(asked).toHaveLength(4);
});

test('a key that was refused is known by its credential until the window ends, and no other is', async () => {
  let now = 0;
  const limit = createRateLimit({
    host: 'write',
    limits: { perKey: 1, perProject: 1_000 },
    clock: { now: () => new Date(0) },
    nowMs: () => now,
  });
  const [loud, other] = [
    { kind: 'apiKey', text: 'loud' },
    { kind: 'apiKey', text: 'other' },
  ] as const;
  await limit.take(caller('a', 'p'), loud);
  expect(limit.recall(loud)).toBeUndefined();
  const [refusal] = await refusedOf([limit.take(caller('a', 'p'), loud)]);
  expect(limit.recall(loud)).toMatchObject({ keyId: 'a', projectId: 'p', refusal });
  expect(limit.recall(other)).toBeUndefined();
  now = 1_001;
  expect(limit.recall(loud)).toBeUndefined();
});

test('a request that asks at the very end of a window takes one chunk, and is granted', async () => {
  let asked = 0;
  const atTheEnd = () => {
    asked += 1;
    return Promise.resolve(asked < 10 ? { granted: true, windowMs: 0 } : { granted: false, windowMs: 1 });
  };
  const take = chunkedBudget(atTheEnd, { chunk: 2, nowMs: () => 0 });
  expect([await take('a'), asked]).toEqual([0, 1]);
});

test('a group is limited by its tokens and by the bodies that name it, and no other group is', async () => {
  const limits = { perKey: 1_000, perProject: 1_000, perGroup: 40 };
  const limit = createRateLimit({ host: 'write', limits, clock: { now: () => new Date(0) }, nowMs: () => 0 });
  const ofToken = { ...caller('a', 'p'), kind: 'jwt', groupRef: 'acme' } as const;
  const works = Array.from({ length: 50 }, (_, index) =>
    index % 2 === 0 ? limit.take(ofToken) : limit.takeForGroup(caller('b', 'p'), 'acme'),
  );
  const refused = await refusedOf(works);
  expect(refused).toHaveLength(10);
  expect(refused[0]?.facts.detail).toBe('The group `acme` sends more requests a second than its limit, 40.');
  // `take` has counted it.
  await limit.takeForGroup(ofToken, 'acme');
  await limit.takeForGroup(caller('b', 'p'), 'other');
  await limit.takeForGroup(caller('c', 'q'), 'acme');
});

test('requests on credit ask nothing, and the first question pays for them', async () => {
  let now = 0;
  const asked: number[] = [];
  const take = chunkedBudget(
    (_, points) => {
      asked.push(points);
      return Promise.resolve({ granted: true, windowMs: 1_000 });
    },
    { chunk: 5, credit: 5, nowMs: () => now },
  );
  const takeMany = async (count: number) => {
    for (let one = 0; one < count; one += 1) expect(await take('a')).toBe(0);
  };
  await takeMany(5);
  expect(asked).toEqual([]);
  await takeMany(6);
  expect(asked).toEqual([10, 5]);
  now = 1_000;
  await takeMany(5);
  expect(asked).toEqual([10, 5]);
});
