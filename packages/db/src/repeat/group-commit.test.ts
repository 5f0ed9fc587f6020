import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { createGroupCommit } from './group-commit.ts';

class ContentFault extends Error {}
const isContentFault = (error: unknown): boolean => error instanceof ContentFault;

/** A number is stored as its double; a negative one is what no database holds. */
const stored = (items: readonly number[]): number[] => {
  if (items.some((item) => item < 0)) throw new ContentFault(`refused ${items.join()}`);
  return items.map((item) => item * 2);
};

const weightOf = (items: readonly number[]): number => items.reduce((sum, item) => sum + Math.abs(item), 0);

test('each item gets its own result and each culprit its own fault, in groups that keep their limits', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.scheduler(),
      fc.array(fc.integer({ min: -3, max: 20 }), { maxLength: 40 }),
      fc.integer({ min: 1, max: 3 }),
      fc.integer({ min: 1, max: 8 }),
      fc.integer({ min: 1, max: 60 }),
      async (s, items, concurrency, maxItems, most) => {
        let running = 0;
        const group = createGroupCommit<number, number>({
          commit: async (some) => {
            running += 1;
            expect(running).toBeLessThanOrEqual(concurrency);
            expect(some.length).toBeLessThanOrEqual(maxItems);
            if (some.length > 1) expect(weightOf(some)).toBeLessThanOrEqual(most);
            await s.schedule(Promise.resolve(), `commit ${some.join()}`);
            running -= 1;
            return stored(some);
          },
          isContentFault,
          maxItems,
          concurrency,
          weight: { of: Math.abs, most },
        });
        const added = items.map(async (item, index) => {
          await s.schedule(Promise.resolve(), `add ${index}`);
          return group.add(item);
        });
        const settled = await s.waitFor(Promise.allSettled(added));
        expect(settled).toEqual(
          items.map((item): unknown =>
            item < 0
              ? { status: 'rejected', reason: new ContentFault(`refused ${item}`) }
              : { status: 'fulfilled', value: item * 2 },
          ),
        );
      },
    ),
    { numRuns: 200 },
  );
});

test('a group that is too much is committed item by item, until another item is too much by itself', async () => {
  const tooMuch = new Error('took too long');
  const settledOf = async (items: readonly number[]) => {
    let commits = 0;
    const group = createGroupCommit<number, number>({
      commit: (some) => {
        commits += 1;
        return weightOf(some) > 100 ? Promise.reject(tooMuch) : Promise.resolve(stored(some));
      },
      isContentFault,
      wasTooMuch: (error) => error === tooMuch,
      maxItems: 100,
      concurrency: 1,
    });
    const settled = await Promise.allSettled(items.map((item) => group.add(item)));
    return { commits, failed: settled.filter(({ status }) => status === 'rejected').length };
  };
  const light = Array<number>(99).fill(0);
  expect(await settledOf([...light, 101])).toEqual({ commits: 101, failed: 1 });
  expect(await settledOf(Array<number>(100).fill(3))).toEqual({ commits: 101, failed: 0 });
  // Who waits behind two that took as long as they may is told at once.
  expect(await settledOf([3, 101, ...light.slice(2), 3])).toEqual({ commits: 3, failed: 99 });
  expect(await settledOf(Array<number>(100).fill(101))).toEqual({ commits: 2, failed: 100 });
});

test('an outage fails its whole group, is not tried again, and passes', async () => {
  const outage = new Error('away');
  let commits = 0;
  const group = createGroupCommit<number, number>({
    commit: (some) => {
      commits += 1;
      return commits === 1 ? Promise.reject(outage) : Promise.resolve(stored(some));
    },
    isContentFault,
    maxItems: 10,
    concurrency: 1,
  });
  const failed = await Promise.allSettled([group.add(1), group.add(-1), group.add(2)]);
  expect(failed).toEqual(Array(3).fill({ status: 'rejected', reason: outage }));
  expect(commits).toBe(1);
  expect(await group.add(4)).toBe(8);
});
