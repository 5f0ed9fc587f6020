import { expect, test } from '@jest/globals';
import { createProcessRoom, type Turn } from './process-room.ts';

const first = 10;

/** A process with room for forty units, and the turns that were given in it. */
function process() {
  const slots: (number | undefined)[] = [];
  const room = createProcessRoom({ most: 40, first, onSlots: (told) => slots.push(told) });
  const turns: Turn[] = [];
  return {
    room,
    turns,
    slots,
    /** So many ask for a slice. */
    ask: async (count: number): Promise<void> => {
      for (let asked = 0; asked < count; asked += 1) void room.enter().then((turn) => turns.push(turn));
      await Promise.resolve();
    },
  };
}
/** A lane that has so much under way, and no more to do. */
const laneWith = (load: number) => ({ load, dry: true });

test('as many slices begin as may claim all that a lane claims at first', async () => {
  const { room, turns, ask } = process();
  await ask(6);
  expect(turns).toHaveLength(4);
  expect(room.isWanted()).toBe(true);
});

test('lanes that found little leave their room to others', async () => {
  const { room, turns, ask } = process();
  await ask(12);
  turns[0]!.claimed(laneWith(1));
  await Promise.resolve();
  // The first has one unit, three may claim ten each.
  expect(turns).toHaveLength(4);
  turns[1]!.claimed(laneWith(1));
  await Promise.resolve();
  expect(turns).toHaveLength(5);
  expect(room.isWanted()).toBe(true);
});

test('where lanes have found little lately, more of them begin together, but no more than four times as many', async () => {
  const { turns, ask } = process();
  for (let before = 0; before < 100; before += 1) {
    await ask(1);
    const turn = turns.pop()!;
    turn.claimed(laneWith(1));
    turn.leave();
  }
  await ask(100);
  expect(turns).toHaveLength(11);
  for (const turn of turns) turn.claimed(laneWith(first));
  await Promise.resolve();
  expect(turns).toHaveLength(11);
});

test('where a slice may claim one unit at once, no more begin than there is room for', async () => {
  const turns: Turn[] = [];
  const room = createProcessRoom({ most: 8, first: 1, onSlots: () => undefined });
  for (let before = 0; before < 100; before += 1) {
    const turn = await room.enter();
    turn.claimed(laneWith(0));
    turn.leave();
  }
  for (let asked = 0; asked < 100; asked += 1) void room.enter().then((turn) => turns.push(turn));
  await Promise.resolve();
  // A quarter of the room stays until that much is free.
  expect(turns).toHaveLength(7);
});

test('a lane that has more to do makes fewer begin beside it again', async () => {
  const { turns, ask } = process();
  const runs = async (times: number, dry: boolean): Promise<void> => {
    for (let run = 0; run < times; run += 1) {
      await ask(1);
      const turn = turns.pop()!;
      turn.claimed(Object.assign(laneWith(1), { dry }));
      turn.leave();
    }
  };
  await runs(100, true);
  await runs(100, false);
  await ask(100);
  expect(turns).toHaveLength(4);
});

test('lanes that have more to do keep their room, however little they have under way', async () => {
  const { turns, ask } = process();
  await ask(12);
  for (const turn of turns.slice()) turn.claimed(Object.assign(laneWith(1), { dry: false }));
  await Promise.resolve();
  expect(turns).toHaveLength(4);
});

test('who waits is let in when lanes that were told of new work have found little, though none of their units ends', async () => {
  const { turns, ask } = process();
  await ask(4);
  const lanes = turns.map((turn) => {
    const lane = laneWith(1);
    turn.claimed(lane);
    return lane;
  });
  for (const lane of lanes) lane.dry = false;
  await ask(1);
  expect(turns).toHaveLength(4);
  for (const [at, lane] of lanes.entries()) {
    lane.dry = true;
    turns[at]!.claimed(lane);
  }
  await Promise.resolve();
  expect(turns).toHaveLength(5);
});

test('who waits is let in when units have ended, a few at a time', async () => {
  const { room, turns, ask } = process();
  await ask(6);
  const lanes = turns.map((turn) => {
    const lane = laneWith(first);
    turn.claimed(lane);
    return lane;
  });
  lanes[0]!.load -= 9;
  room.ended();
  await Promise.resolve();
  expect(turns).toHaveLength(4);
  lanes[1]!.load -= 1;
  room.ended();
  await Promise.resolve();
  expect(turns).toHaveLength(5);
});

test('a slice that has ended leaves its room, whatever of it hangs, and once', async () => {
  const { turns, ask } = process();
  await ask(6);
  const [turn] = turns;
  turn!.claimed(laneWith(first));
  turn!.leave();
  turn!.leave();
  await Promise.resolve();
  expect(turns).toHaveLength(5);
});

test('one lane always has its slice, however heavy what it holds', async () => {
  const room = createProcessRoom({ most: 5, first, onSlots: () => undefined });
  const turn = await room.enter();
  turn.claimed(laneWith(1_000));
  turn.leave();
  await room.enter();
});

test('a process that stops lets everybody in: they find out that nothing is claimed any more', async () => {
  const { room, turns, ask } = process();
  await ask(100);
  room.close();
  await Promise.resolve();
  expect(turns).toHaveLength(100);
});

test('while somebody waits for room no more wake-ups are taken than may begin next', async () => {
  const { turns, slots, ask } = process();
  await ask(4);
  expect(slots.at(-1)).toBeUndefined();
  await ask(1);
  expect(slots.at(-1)).toBe(6);
  turns[0]!.leave();
  await Promise.resolve();
  expect(slots.at(-1)).toBeUndefined();
});
