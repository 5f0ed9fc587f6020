import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { newId } from '@writ/db';
import { createClosing, type Closing } from '@writ/service-kit';
import { eventually } from '@writ/test-kit';
import type { Permits } from '../index.ts';
import { unitLanes, type Outcome, type Unit, type UnitLanes } from '../testing/unit-lanes.ts';

/** More units are claimed only once the lane has shown its pace. */
const places = 2;
/** So many calls end; the rest hang. */
const quick = 40;
const total = 100;

let closing: Closing;
let lanes: UnitLanes;
beforeEach(async () => {
  closing = createClosing();
  lanes = await unitLanes(closing);
});
afterEach(() => closing.close());

/** A fast lane whose calls hang now: some claimed units have no place. */
async function hangingLane(times: Parameters<UnitLanes['run']>[1], whileClaiming?: () => Promise<void>) {
  const begun = new Set<string>();
  const { promise: released, resolve } = Promise.withResolvers<Outcome>();
  const perform = ({ id }: Unit): Promise<Outcome> => {
    begun.add(id);
    return begun.size <= quick ? Promise.resolve('done') : released;
  };
  const permits = async (_: string, units: number): Promise<Permits> => {
    await whileClaiming?.();
    return { kind: 'granted', units };
  };
  const running = await lanes.run(perform, times, places, { permits });
  const laneId = newId();
  await lanes.add(laneId, total);
  lanes.waker().wake([laneId]);
  const claimedAhead = async (): Promise<number> => {
    const { rows } = await lanes.db.pool.query<{ id: string }>(
      'SELECT id FROM unit WHERE attempt > 0 AND due_at > clock_timestamp()',
    );
    return rows.filter(({ id }) => !begun.has(id)).length;
  };
  /** All places hang, and more units are claimed. */
  const hangs = async (): Promise<void> => {
    expect(begun.size).toBe(quick + places);
    expect(await claimedAhead()).toBeGreaterThan(0);
  };
  return { running, laneId, begun, claimedAhead, hangs, release: () => resolve('done') };
}

const pause = async (): Promise<void> => {
  await lanes.db.pool.query("UPDATE lane SET parked_until = 'infinity', park_reason = 'paused'");
};

/** Units that were not begun, but count an attempt. */
const attemptsOfOthers = async (begun: ReadonlySet<string>): Promise<number> => {
  const { rows } = await lanes.db.pool.query<{ id: string }>('SELECT id FROM unit WHERE attempt > 0');
  return rows.filter(({ id }) => !begun.has(id)).length;
};

test('a lane that is paused in its slice begins nothing of what it had claimed ahead, and it goes back', async () => {
  // The slice does not end by itself.
  const long = { sliceMs: 600_000, lingerMs: 600_000, sweepEveryMs: 50, pauseEveryMs: 20 };
  const { laneId, begun, claimedAhead, hangs, release } = await hangingLane(long);
  await eventually(hangs);
  await pause();
  await eventually(async () => expect(await claimedAhead()).toBe(0));
  expect(await attemptsOfOthers(begun)).toBe(0);
  release();
  await eventually(async () => expect(await lanes.remaining()).toBe(total - quick - places));
  expect(begun.size).toBe(quick + places);
  await lanes.db.pool.query('UPDATE lane SET parked_until = NULL, park_reason = NULL');
  lanes.waker().wake([laneId]);
  await eventually(async () => expect(await lanes.remaining()).toBe(0));
});

test('a slice that ends while its calls hang keeps nothing that it has not begun', async () => {
  // Paused within its first slice, which does not notice.
  const deaf = { sliceMs: 6_000, lingerMs: 10, sweepEveryMs: 600_000, pauseEveryMs: 600_000 };
  const { laneId, begun, claimedAhead, release } = await hangingLane(deaf, pause);
  await eventually(async () => expect(await lanes.laneRow(laneId)).toMatchObject({ troubled: true }));
  expect([await claimedAhead(), await attemptsOfOthers(begun)]).toEqual([0, 0]);
  // Depends on the machine.
  expect(begun.size).toBeGreaterThan(0);
  release();
  await eventually(async () => expect(await lanes.remaining()).toBe(total - begun.size));
});

test('closing gives back what was claimed and not begun', async () => {
  const { running, begun, claimedAhead, hangs, release } = await hangingLane({ sliceMs: 600_000 });
  await eventually(hangs);
  const closed = running.close();
  await eventually(async () => expect(await claimedAhead()).toBe(0));
  release();
  await closed;
  expect(await lanes.remaining()).toBe(total - begun.size);
  expect(begun.size).toBe(quick + places);
  expect(await attemptsOfOthers(begun)).toBe(0);
});
