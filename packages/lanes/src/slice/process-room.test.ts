import { expect, test } from '@jest/globals';
import { createProcessRoom, type Turn } from './process-room.ts';

const first = 10;

/** Room for forty units. */
function process() {
  const slots: (number | undefined)[] = [];
  const room = createProcessRoom({ most: 40, first, onSlots: (told) => slots.push(told) });
  const turns: Turn[] = [];
  return {
    room,
    turns,
    slots,
    ask: async (count: number): Promise<void> => {
      for (let asked = 0; asked < count; asked += 1) void room.enter().then((turn) => turns.push(turn));
      await Promise.resolve();
    },
  };
}
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
  expect(slots.at(-1)).toBe(8);
  turns[0]!.leave();
  await Promise.resolve();
  expect(slots.at(-1)).toBeUndefined();
});
