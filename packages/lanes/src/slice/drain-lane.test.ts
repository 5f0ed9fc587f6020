import { expect, test } from '@jest/globals';
import { createAppLogger } from '@writ/service-kit';
import { eventually } from '@writ/test-kit';
import { createDrainer } from './drain-lane.ts';
import type { LaneWork } from '../lane-work.ts';

/** Promises that the test resolves in order. */
function held<Value>() {
  const waiting: ((value: Value) => void)[] = [];
  return {
    wait: () => new Promise<Value>((resolve) => waiting.push(resolve)),
    next: (value: Value): void => waiting.shift()?.(value),
    count: () => waiting.length,
  };
}

type Given = {
  sliceMs: number;
  slots: number;
  due: readonly string[];
  claim: (laneId: string) => Promise<readonly string[]>;
  perform: (unit: string) => Promise<string>;
  settle: LaneWork<string, string>['settle'];
  countOf: (unit: string, outcome: string) => number;
};

function drainer(
  places: number,
  {
    sliceMs = 10,
    slots = 2,
    due = [],
    claim,
    perform,
    settle = () => Promise.resolve(due),
    countOf,
  }: Partial<Given> = {},
) {
  const [claims, calls, unclaims] = [held<readonly string[]>(), held<string>(), held<undefined>()];
  const late: string[] = [];
  const settled: [string, number][] = [];
  const work: Omit<LaneWork<string, string>, 'claim'> = {
    kind: 'provider',
    unclaim: unclaims.wait,
    renew: (units) => Promise.resolve(new Set(units)),
    perform: perform ?? calls.wait,
    settle,
    ...(countOf && { countOf }),
    nextDueAt: () => Promise.resolve(new Map()),
  };
  const opened = createDrainer({
    work,
    claim: claim ?? claims.wait,
    concurrency: places,
    slots: { usual: slots },
    leaseMs: 60_000,
    renewEveryMs: 60_000,
    sliceMs,
    lingerMs: 1,
    logger: createAppLogger({ service: 'test', level: 'error', write: () => undefined }),
    isWanted: () => true,
    onGoesOn: () => undefined,
    onPerformed: () => undefined,
    onSettled: (...told) => void settled.push(told),
    onLate: (laneId) => void late.push(laneId),
  });
  return { drainer: opened, claims, calls, unclaims, late, settled };
}

test('a slice that begins after units were given back knows those that hang, and ends when the process stops', async () => {
  const { drainer: opened, claims, calls, unclaims, late } = drainer(1, { sliceMs: 60_000 });
  const slice = opened.drain('lane');
  await eventually(() => expect(claims.count()).toBe(1));
  claims.next(['a', 'b']);
  await eventually(() => expect(calls.count()).toBe(1));
  opened.endTurns('lane');
  await eventually(() => expect(unclaims.count()).toBe(1));
  unclaims.next(undefined);
  expect(await slice).toEqual({ hanging: true });
  const next = opened.drain('lane');
  calls.next('done');
  await eventually(() => expect(claims.count()).toBe(1));
  const inSlice = opened.inSlice();
  opened.stopClaiming();
  claims.next([]);
  await opened.close();
  expect(inSlice).toEqual(['lane']);
  expect(await next).toEqual({ hanging: false });
  expect(late).toEqual([]);
});

test('a unit that ends after its slice is reported', async () => {
  const { drainer: opened, claims, calls, late } = drainer(1);
  const slice = opened.drain('lane');
  await eventually(() => expect(claims.count()).toBe(1));
  claims.next(['a']);
  expect(await slice).toEqual({ hanging: true });
  calls.next('done');
  await eventually(() => expect(late).toEqual(['lane']));
  await opened.close();
});

test('a unit counts for as many as it says, else for one, and only when its outcome is stored', async () => {
  const settledOf = async (given: Partial<Given>) => {
    const {
      drainer: opened,
      claims,
      settled,
    } = drainer(3, { perform: () => Promise.resolve('done'), ...given });
    const slice = opened.drain('lane');
    await eventually(() => expect(claims.count()).toBe(1));
    claims.next(['a', 'abc']);
    await slice;
    await opened.close();
    return settled;
  };
  const countOf = (unit: string, outcome: string) => unit.length + outcome.length;
  expect(await settledOf({})).toEqual([
    ['lane', 1],
    ['lane', 1],
  ]);
  expect(await settledOf({ countOf })).toEqual([
    ['lane', 5],
    ['lane', 7],
  ]);
  expect(await settledOf({ countOf, settle: () => Promise.reject(new Error('not stored')) })).toEqual([]);
});

const usual = { claimed: () => undefined };

test('half of the slots are kept by lanes that have nothing left, and those that come after have none to keep', async () => {
  const { drainer: opened, claims, calls } = drainer(1, { sliceMs: 60_000, slots: 6 });
  const moves = opened.drain('moves', usual);
  await eventually(() => expect(claims.count()).toBe(1));
  claims.next(['a']);
  await eventually(() => expect(calls.count()).toBe(1));
  const others = ['first', 'second', 'third', 'fourth'].map((laneId) => opened.drain(laneId, usual));
  await eventually(() => expect(claims.count()).toBe(4));
  for (let lane = 0; lane < 4; lane += 1) claims.next([]);
  expect(await others[3]).toEqual({ hanging: false });
  expect(opened.inSlice()).toEqual(['moves', 'first', 'second', 'third']);
  opened.stopClaiming();
  calls.next('done');
  await Promise.all([moves, ...others]);
  await opened.close();
});

test('the only slot of a process is kept by no lane that has nothing left', async () => {
  const { drainer: opened, claims } = drainer(1, { sliceMs: 60_000, slots: 1 });
  const ends = opened.drain('lane', usual);
  await eventually(() => expect(claims.count()).toBe(1));
  claims.next([]);
  // Without a turn of the event loop, no time can pass.
  let hasEnded = false;
  void ends.then(() => (hasEnded = true));
  for (let turn = 0; turn < 100; turn += 1) await Promise.resolve();
  expect(hasEnded).toBe(true);
  await opened.close();
});

test('what is due by an outcome that was stored is claimed at once, by nobody else being told', async () => {
  const { drainer: opened, claims, calls } = drainer(2, { sliceMs: 60_000, due: ['lane'] });
  const slice = opened.drain('lane', usual);
  await eventually(() => expect(claims.count()).toBe(1));
  // Fewer than wanted: nothing else was due.
  claims.next(['first']);
  await eventually(() => expect(calls.count()).toBe(1));
  calls.next('done');
  await eventually(() => expect(claims.count()).toBe(1));
  opened.stopClaiming();
  claims.next([]);
  await slice;
  await opened.close();
});

test('a lane keeps its slice for a moment beside one that hangs, as if there were none', async () => {
  const { drainer: opened, claims, calls } = drainer(1, { sliceMs: 60_000 });
  const hangs = opened.drain('slow');
  await eventually(() => expect(claims.count()).toBe(1));
  claims.next(['a']);
  await eventually(() => expect(calls.count()).toBe(1));
  opened.endTurns('slow');
  expect(await hangs).toEqual({ hanging: true });

  const stays = opened.drain('quick', usual);
  await eventually(() => expect(claims.count()).toBe(1));
  claims.next([]);
  // Without a turn of the event loop, no time can pass.
  for (let turn = 0; turn < 100; turn += 1) await Promise.resolve();
  expect(opened.poke('quick')).toBe(true);
  await eventually(() => expect(claims.count()).toBe(1));
  opened.stopClaiming();
  claims.next([]);
  await stays;
  calls.next('done');
  await opened.close();
});

test('what a lane is told of is claimed without gathering while it holds few', async () => {
  const { drainer: opened, claims, calls } = drainer(16, { sliceMs: 60_000 });
  const slice = opened.drain('lane');
  await eventually(() => expect(claims.count()).toBe(1));
  claims.next(['a']);
  await eventually(() => expect(calls.count()).toBe(1));
  opened.poke('lane');
  // Without a turn of the event loop, no time can pass.
  for (let turn = 0; turn < 100; turn += 1) await Promise.resolve();
  expect(claims.count()).toBe(1);
  opened.stopClaiming();
  claims.next([]);
  calls.next('done');
  await slice;
  await opened.close();
});

test('an outcome of a lane that holds few does not wait for those of a busy lane, though it is not the last one', async () => {
  const due = new Map([
    ['busy', Array.from({ length: 8 }, (_, at) => `busy ${at}`)],
    ['quick', ['quick 0', 'quick 1']],
  ]);
  const claim = (laneId: string): Promise<readonly string[]> => {
    const units = due.get(laneId) ?? [];
    due.delete(laneId);
    return Promise.resolve(units);
  };
  const ends = new Map<string, () => void>();
  const perform = (unit: string) => new Promise<string>((end) => ends.set(unit, () => end('done')));
  const stored = held<readonly string[]>();
  const settled: string[] = [];
  const settle: Given['settle'] = (done) => {
    const units = done.map(({ unit }) => unit);
    settled.push(...units);
    return units.includes('quick 0') ? Promise.resolve([]) : stored.wait();
  };
  const { drainer: opened } = drainer(16, { sliceMs: 60_000, claim, perform, settle });
  const slices = [opened.drain('busy'), opened.drain('quick')];
  await eventually(() => expect(ends.size).toBe(10));
  // Two settlements run at most, so the next waits.
  for (const count of [1, 2]) {
    ends.get(`busy ${count}`)?.();
    await eventually(() => expect(stored.count()).toBe(count));
  }
  ends.get('busy 3')?.();
  ends.get('quick 0')?.();
  await eventually(() => expect(settled).toEqual(['busy 1', 'busy 2', 'quick 0']));

  for (const end of ends.values()) end();
  const storing = setInterval(() => stored.next([]), 1);
  try {
    await Promise.all(slices);
    await opened.close();
  } finally {
    clearInterval(storing);
  }
  expect(settled.toSorted()).toEqual([...ends.keys()].toSorted());
});
