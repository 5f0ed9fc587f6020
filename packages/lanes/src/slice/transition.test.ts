import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { isEmpty, isLooking, nextTimeMs, transition } from './transition.ts';
import {
  newLane,
  type Circumstances,
  type Effect,
  type LaneEvent,
  type LaneState,
  type SliceName,
} from './lane-state.ts';

const places = 4;
const rules = { places, sliceMs: 2_000, lingerMs: 500 };
const nowMs = 10_000;
const at: Circumstances = { nowMs, isWanted: true, mayStay: true };

/** In its slice, with one running unit unless it stays, and no other work due. */
const lane = (name: SliceName, also: Partial<LaneState> = {}): LaneState => ({
  ...newLane,
  name,
  isUsual: true,
  isDry: true,
  performing: name === 'staying' ? 0 : 1,
  movedAtMs: nowMs,
  lookAtMs: nowMs + 200,
  endsAtMs: nowMs + 1_000,
  untilMs: nowMs + 50,
  times: 1,
  ...also,
});

const denied = { kind: 'denied', waitMs: 30, reason: 'quota' } as const;

/** With the lanes for which an event is possible. */
const events: Readonly<Record<string, { event: LaneEvent; also?: Partial<LaneState> }>> = {
  woken: { event: { kind: 'woken', isUsual: true } },
  reported: { event: { kind: 'reported' } },
  'claimed some': { event: { kind: 'claimed', units: 2, isDry: true } },
  'claimed all': { event: { kind: 'claimed', units: 3, isDry: false } },
  busy: { event: { kind: 'busy' } },
  denied: { event: { kind: 'denied', denied } },
  failed: { event: { kind: 'failed', error: 'away' } },
  performed: { event: { kind: 'performed', isKnown: true } },
  'performed, unknown': { event: { kind: 'performed', isKnown: false } },
  settled: { event: { kind: 'settled' }, also: { performing: 0, settling: 1 } },
  returned: { event: { kind: 'returned', units: 1 }, also: { performing: 0, returning: 1 } },
  'time, early': { event: { kind: 'time' } },
  'time to look': { event: { kind: 'time' }, also: { lookAtMs: nowMs } },
  'time of the state over': { event: { kind: 'time' }, also: { untilMs: nowMs, movedAtMs: nowMs - 500 } },
  'time of the slice over': { event: { kind: 'time' }, also: { endsAtMs: nowMs, waiting: 1, performing: 4 } },
  stopped: { event: { kind: 'stopped' }, also: { waiting: 1, performing: 4 } },
};

const shown = (effect: Effect): string => {
  if ('units' in effect) return `${effect.do} ${effect.units}`;
  if (effect.do === 'end') return `end${effect.hanging ? ', hanging' : ''}${effect.denied ? ', denied' : ''}`;
  return effect.do;
};
const after = (state: LaneState, event: LaneEvent, also: Partial<Circumstances> = {}): string => {
  const [next, effects] = transition(rules, state, event, { ...at, ...also });
  return [next.name, ...effects.map(shown)].join('; ');
};

/** Missing events are impossible in that state. */
const table: Readonly<Record<SliceName, Readonly<Record<string, string>>>> = {
  idle: {
    woken: 'claiming; claim 3',
    reported: 'idle',
    performed: 'idle',
    'performed, unknown': 'idle',
    settled: 'idle; report late',
    returned: 'idle',
    'time, early': 'idle',
    stopped: 'idle',
  },
  claiming: {
    reported: 'claiming',
    'claimed some': 'working; begin 2',
    'claimed all': 'working; begin 3',
    busy: 'working',
    denied: 'denied',
    failed: 'idle; fail',
    performed: 'claiming',
    'performed, unknown': 'claiming',
    settled: 'claiming',
    returned: 'claiming',
    'time, early': 'claiming',
    'time of the slice over': 'claiming',
    stopped: 'claiming',
  },
  working: {
    reported: 'claiming; claim 3',
    performed: 'working',
    'performed, unknown': 'staying',
    settled: 'staying',
    returned: 'staying',
    'time, early': 'working',
    'time to look': 'claiming; claim 3',
    'time of the slice over': 'draining; give back 1',
    stopped: 'draining; give back 1',
  },
  denied: {
    reported: 'denied',
    performed: 'denied',
    'performed, unknown': 'claiming; claim 4',
    settled: 'claiming; claim 4',
    returned: 'claiming; claim 4',
    'time, early': 'denied',
    'time of the state over': 'claiming; claim 3',
    'time of the slice over': 'draining; give back 1',
    stopped: 'draining; give back 1',
  },
  staying: {
    reported: 'claiming; claim 4',
    'time, early': 'staying',
    'time of the state over': 'idle; end',
    stopped: 'idle; end',
  },
  draining: {
    reported: 'draining',
    performed: 'draining',
    'performed, unknown': 'idle; end',
    settled: 'idle; end',
    returned: 'idle; end',
    'time, early': 'draining',
    'time of the state over': 'idle; end, hanging',
    stopped: 'draining',
  },
};

test.each(Object.keys(table) as SliceName[])('each event that comes in the state %s', (name) => {
  const found = Object.keys(table[name]).map((title) => {
    const { event, also = {} } = events[title]!;
    return [title, after(lane(name, name === 'staying' ? {} : also), event, titled(title))];
  });
  expect(Object.fromEntries(found)).toEqual(table[name]);
});

/** `staying` holds no unit: its time ends by the clock. */
const titled = (title: string): Partial<Circumstances> =>
  title === 'time of the state over' ? { nowMs: nowMs + 500 } : {};

test('a claim that found nothing ends a lane without units, unless it may stay', () => {
  const event = { kind: 'claimed', units: 0, isDry: true } as const;
  const empty = lane('claiming', { performing: 0 });
  expect(after(empty, event)).toBe('staying');
  expect(after(empty, event, { mayStay: false })).toBe('idle; end');
  expect(after({ ...empty, isUsual: false }, event)).toBe('idle; end');
});

test('a lane without units and without a permit ends, with the reason', () => {
  const empty = lane('claiming', { performing: 0 });
  expect(after(empty, { kind: 'denied', denied })).toBe('idle; end, denied');
  expect(after(empty, { kind: 'busy' })).toBe('idle; end, denied');
});

test('a lane without units waits a moment for its permit in its slice, unless others need the slot', () => {
  const empty = lane('claiming', { performing: 0 });
  const free = { isWanted: false };
  const short = { kind: 'denied', denied: { ...denied, waitMs: 250 } } as const;
  expect(after(empty, short, free)).toBe('denied');
  expect(after(empty, { kind: 'denied', denied: { ...denied, waitMs: 251 } }, free)).toBe(
    'idle; end, denied',
  );
  expect(after(empty, short, { ...free, mayStay: false })).toBe('idle; end, denied');
  expect(after({ ...empty, isUsual: false }, short, free)).toBe('idle; end, denied');
  expect(after({ ...empty, isOver: true }, short, free)).toBe('idle; end, denied');
});

test('what becomes due while a lane waits for its permit waits with it, and is claimed when the time has come', () => {
  const waiting = lane('denied', { performing: 0 });
  const [denied, effects] = transition(rules, waiting, { kind: 'reported' }, at);
  expect([denied.name, ...effects]).toEqual(['denied']);
  expect(after(denied, { kind: 'time' })).toBe('denied');
  expect(after(denied, { kind: 'time' }, { nowMs: nowMs + 50 })).toBe('claiming; claim 4');
});

test('a slice that is stopped while it claims begins nothing of what it is given, and gives it back', () => {
  const [stopped] = transition(rules, lane('claiming'), { kind: 'stopped' }, at);
  expect(after(stopped, { kind: 'claimed', units: 5, isDry: false })).toBe('draining; give back 5');
});

test('a slice goes on beyond its time while units end and nobody waits for it, but not for ever', () => {
  const over = lane('working', { endsAtMs: nowMs, isDry: false, performing: 4, ended: 1 });
  const free = { isWanted: false };
  expect(after(over, { kind: 'time' }, free)).toBe('working; go on');
  expect(after({ ...over, ended: 0 }, { kind: 'time' }, free)).toBe('draining');
  expect(after({ ...over, times: 5 }, { kind: 'time' }, free)).toBe('draining');
  expect(after(over, { kind: 'time' }, { isWanted: true })).toBe('draining');
});

test('a lane claims ahead by its pace, once as many units have ended as there are places, when half of that is free', () => {
  // After one of two seconds: eight units begin within 100 ms.
  const busy = lane('working', { isDry: false, performing: 4, ended: 79 });
  expect(after(busy, { kind: 'performed', isKnown: true })).toBe('claiming; claim 9');
  expect(after({ ...busy, ended: 2 }, { kind: 'performed', isKnown: true })).toBe('working');
  expect(after({ ...busy, performing: 3, ended: 2 }, { kind: 'performed', isKnown: true })).toBe(
    'claiming; claim 2',
  );
  expect(after(busy, { kind: 'time' })).toBe('working');
  expect(after({ ...busy, lookAtMs: nowMs }, { kind: 'time' })).toBe('working');
  expect(after({ ...busy, waiting: 4 }, { kind: 'performed', isKnown: true })).toBe('working; begin 1');
  expect(after({ ...busy, performing: 3, lookAtMs: nowMs }, { kind: 'time' })).toBe('claiming; claim 1');
});

test('a lane whose settlements do not keep up claims nothing', () => {
  const behind = lane('working', { isDry: false, performing: 1, settling: 9 });
  expect(after(behind, { kind: 'performed', isKnown: true })).toBe('working');
});

test('an account that is busy is asked again when a unit has ended', () => {
  const busy = lane('working', { isDry: false, isBusy: true });
  expect(after(busy, { kind: 'time' })).toBe('working');
  expect(after(busy, { kind: 'performed', isKnown: true })).toBe('claiming; claim 4');
});

/** Performs effects in any order and at any time. */
function world() {
  let state = newLane;
  let clockMs = 0;
  const count = {
    waiting: 0,
    performing: 0,
    settling: 0,
    returning: 0,
    claims: 0,
    claimed: 0,
    ended: 0,
    slices: 0,
  };
  const carryOut = (effect: Effect): void => {
    if (effect.do === 'claim') count.claims += 1;
    if (effect.do === 'end' || effect.do === 'fail') count.slices -= 1;
    if (effect.do === 'begin') count.performing += effect.units;
    if (effect.do === 'give back') count.returning += effect.units;
    if (effect.do === 'begin' || effect.do === 'give back') count.waiting -= effect.units;
  };
  const happens = (event: LaneEvent, also: Partial<Circumstances> = {}): void => {
    const [next, effects] = transition(rules, state, event, { ...at, ...also, nowMs: clockMs });
    state = next;
    effects.forEach(carryOut);
    const { waiting, performing, settling, returning } = state;
    expect({ waiting, performing, settling, returning }).toEqual({
      waiting: count.waiting,
      performing: count.performing,
      settling: count.settling,
      returning: count.returning,
    });
    expect(count.performing).toBeLessThanOrEqual(places);
    expect(count.claims).toBe(state.name === 'claiming' ? 1 : 0);
    expect(count.slices).toBe(state.name === 'idle' ? 0 : 1);
    expect(count.claimed).toBe(count.ended + waiting + performing + settling + returning);
    if (isLooking(state) && waiting > 0) expect(performing).toBe(places);
  };
  const answer = (event: LaneEvent): void => {
    if (count.claims === 0) return;
    count.claims -= 1;
    if (event.kind === 'claimed')
      [count.waiting, count.claimed] = [count.waiting + event.units, count.claimed + event.units];
    happens(event);
  };
  const perform = (isKnown: boolean): void => {
    if (count.performing === 0) return;
    count.performing -= 1;
    if (isKnown) count.settling += 1;
    else count.ended += 1;
    happens({ kind: 'performed', isKnown });
  };
  const finish = (what: 'settling' | 'returning'): void => {
    if (count[what] === 0) return;
    count[what] -= 1;
    count.ended += 1;
    happens(what === 'settling' ? { kind: 'settled' } : { kind: 'returned', units: 1 });
  };
  const wake = (isUsual: boolean): void => {
    if (state.name !== 'idle') return;
    count.slices += 1;
    happens({ kind: 'woken', isUsual });
  };
  /** The timer fires. */
  const wait = (ms: number, also: Partial<Circumstances> = {}): void => {
    clockMs += ms;
    if (clockMs >= (nextTimeMs(state) ?? Infinity)) happens({ kind: 'time' }, also);
  };
  return {
    answer,
    perform,
    finish,
    wake,
    wait,
    happens,
    name: () => state.name,
    isEmpty: () => isEmpty(state),
  };
}

const steps = fc.oneof(
  fc.record({ do: fc.constant('wake'), flag: fc.boolean() }),
  fc.record({ do: fc.constant('claimed'), units: fc.nat({ max: 2 * places }), flag: fc.boolean() }),
  fc.record({ do: fc.constantFrom('busy', 'denied', 'failed', 'reported', 'stopped', 'settle', 'return') }),
  fc.record({ do: fc.constant('perform'), flag: fc.boolean() }),
  fc.record({ do: fc.constant('wait'), units: fc.nat({ max: 800 }), flag: fc.boolean() }),
);

test('whatever happens, no more is under way than there are places, no unit is forgotten, and a slice ends', () => {
  fc.assert(
    fc.property(fc.array(steps, { maxLength: 120 }), (path) => {
      const of = world();
      for (const step of path) {
        const { units = 0, flag = false } = step as { units?: number; flag?: boolean };
        if (step.do === 'wake') of.wake(flag);
        if (step.do === 'claimed') of.answer({ kind: 'claimed', units, isDry: flag });
        if (step.do === 'busy') of.answer({ kind: 'busy' });
        if (step.do === 'denied') of.answer({ kind: 'denied', denied });
        if (step.do === 'failed') of.answer({ kind: 'failed', error: 'away' });
        if (step.do === 'reported') of.happens({ kind: 'reported' });
        if (step.do === 'stopped') of.happens({ kind: 'stopped' });
        if (step.do === 'settle') of.finish('settling');
        if (step.do === 'return') of.finish('returning');
        if (step.do === 'perform') of.perform(flag);
        if (step.do === 'wait') of.wait(units, { isWanted: flag, mayStay: flag });
      }
      // Units hang now, returned ones are back, and claims find nothing.
      for (let turn = 0; turn < 100 && of.name() !== 'idle'; turn += 1) {
        of.answer({ kind: 'claimed', units: 0, isDry: true });
        for (let unit = 0; unit < 3 * places; unit += 1) of.finish('returning');
        of.wait(200);
      }
      expect(of.name()).toBe('idle');
      for (let unit = 0; unit < places; unit += 1) of.perform(true);
      for (let unit = 0; unit < path.length * places; unit += 1) of.finish('settling');
      for (let unit = 0; unit < path.length * places; unit += 1) of.finish('returning');
      expect(of.isEmpty()).toBe(true);
    }),
    { numRuns: 500 },
  );
});
