import type { Denied } from '../lane-work.ts';
import type { Circumstances, Effect, LaneEvent, LaneState, Rules } from './lane-state.ts';

type Step = readonly [LaneState, readonly Effect[]];

/**
 * Units claimed ahead begin within this time at the lane's pace. Without them one account drains 31 % slower;
 * one or two per place took a fifth more CPU of Postgres.
 */
const aheadMs = 100;
const mostAheadPerPlace = 8;
/** While units run, look for unreported work so long after a claim. */
const lookAfterMs = 200;
/** A lane with ten writes a second, beside a busy one, holds so many at times. */
const few = 3;
/** Enough for ten writes a second without a wake-up each. */
const stayMs = 100;
/** Two statements and a wake-up per call would cost more than this wait. */
const longestWaitInSliceMs = 250;
/** Slices end at last, to update the row's due time. */
const mostTimes = 5;
/** No end of ours shows when other slices leave room. */
const busyElsewhere: Denied = { kind: 'denied', waitMs: 100, reason: 'quota' };

export const isEmpty = ({ waiting, performing, settling, returning }: LaneState): boolean =>
  waiting + performing + settling + returning === 0;

export const isAtRest = (state: LaneState): boolean =>
  state.name === 'staying' || (state.name === 'denied' && isEmpty(state));

/** Gathering its work would save little, and delay each unit. */
export const holdsFew = ({ waiting, performing, settling }: LaneState): boolean =>
  waiting + performing + settling <= few;

export const isLooking = ({ name, isOver }: LaneState): boolean =>
  name !== 'idle' && name !== 'draining' && !isOver;

/** Pure. */
export function transition(rules: Rules, before: LaneState, event: LaneEvent, at: Circumstances): Step {
  const state = noted(before, event, at);
  // Even if time is over, so that a slice with slow claims does something.
  const units = isLooking(state) ? Math.min(state.waiting, rules.places - state.performing) : 0;
  if (units <= 0) return stepOf(rules, state, event, at);
  const begun = { ...state, waiting: state.waiting - units, performing: state.performing + units };
  const [next, effects] = stepOf(rules, begun, event, at);
  return [next, [{ do: 'begin', units }, ...effects]];
}

export function nextTimeMs(state: LaneState): number | undefined {
  const { name, endsAtMs, lookAtMs, untilMs } = state;
  if (name === 'working') return Math.min(endsAtMs, lookAtMs);
  if (name === 'denied') return Math.min(endsAtMs, untilMs);
  if (name === 'draining') return state.returning > 0 ? undefined : untilMs;
  return name === 'staying' ? untilMs : undefined;
}

function noted(state: LaneState, event: LaneEvent, { nowMs }: Circumstances): LaneState {
  switch (event.kind) {
    case 'reported':
      return isLooking(state) ? { ...state, hasNews: true } : state;
    case 'claimed':
      return {
        ...state,
        waiting: state.waiting + event.units,
        isDry: event.isDry,
        lookAtMs: nowMs + lookAfterMs,
      };
    case 'performed':
      return {
        ...state,
        performing: state.performing - 1,
        settling: state.settling + (event.isKnown ? 1 : 0),
        isBusy: false,
        hasMoved: true,
        ended: state.ended + 1,
        movedAtMs: nowMs,
      };
    case 'settled':
      return { ...state, settling: state.settling - 1 };
    case 'returned':
      return { ...state, returning: state.returning - event.units };
    case 'stopped':
      return { ...state, isOver: true };
    default:
      return state;
  }
}

function stepOf(rules: Rules, state: LaneState, event: LaneEvent, at: Circumstances): Step {
  switch (state.name) {
    case 'idle':
      if (event.kind === 'woken') return goOn(rules, newSlice(rules, state, event.isUsual, at), at);
      return [state, event.kind === 'settled' ? [{ do: 'report late' }] : []];
    case 'claiming':
      return answered(rules, state, event, at);
    case 'working':
      return goOn(rules, state, at);
    case 'denied':
      // Ended units may give permits early.
      return hasEmptied(state, event) || at.nowMs >= Math.min(state.untilMs, state.endsAtMs) || state.isOver
        ? goOn(rules, { ...state, isDry: false, isBusy: false, lookAtMs: at.nowMs }, at)
        : [state, []];
    case 'staying':
      if (state.hasNews && !state.isOver) return claim(rules, state, at);
      return state.isOver || at.nowMs >= state.untilMs ? drain(rules, state, at) : [state, []];
    case 'draining':
      return drained(rules, state, at);
  }
}

const newSlice = (
  { sliceMs }: Rules,
  state: LaneState,
  isUsual: boolean,
  { nowMs }: Circumstances,
): LaneState => ({
  ...state,
  isUsual,
  isOver: false,
  isDry: false,
  isBusy: false,
  hasMoved: false,
  ended: 0,
  lookAtMs: nowMs,
  endsAtMs: nowMs + sliceMs,
  times: 1,
});

function answered(rules: Rules, state: LaneState, event: LaneEvent, at: Circumstances): Step {
  const { nowMs } = at;
  switch (event.kind) {
    case 'claimed':
      return goOn(rules, state, at);
    case 'busy':
      if (isEmpty(state)) return drain(rules, state, at, busyElsewhere);
      return goOn(rules, { ...state, isBusy: true, lookAtMs: nowMs + lookAfterMs }, at);
    case 'denied':
      if (isEmpty(state) && !mayWait(state, event.denied, at)) return drain(rules, state, at, event.denied);
      return state.isOver
        ? drain(rules, state, at)
        : [{ ...state, name: 'denied', untilMs: nowMs + event.denied.waitMs }, []];
    case 'failed':
      return [
        { ...state, name: 'idle', waiting: 0, returning: state.returning + state.waiting },
        [...givingBack(state), { do: 'fail', error: event.error }],
      ];
    default:
      return [state, []];
  }
}

const hasEmptied = (state: LaneState, { kind }: LaneEvent): boolean =>
  isEmpty(state) && (kind === 'performed' || kind === 'settled' || kind === 'returned');

const mayWait = ({ isUsual, isOver }: LaneState, { waitMs }: Denied, at: Circumstances): boolean =>
  isUsual && !isOver && at.mayStay && !at.isWanted && waitMs <= longestWaitInSliceMs;

function goOn(rules: Rules, given: LaneState, at: Circumstances): Step {
  const isInTime = at.nowMs < given.endsAtMs;
  const isProlonged = !isInTime && mayBeProlonged(given, at);
  if (given.isOver || !(isInTime || isProlonged)) return drain(rules, given, at);
  const state: LaneState = isProlonged
    ? {
        ...given,
        endsAtMs: at.nowMs + rules.sliceMs,
        times: given.times + 1,
        ended: 0,
      }
    : given;
  const [next, effects] = inTime(rules, state, at);
  return [next, isProlonged ? [{ do: 'go on' }, ...effects] : effects];
}

const mayBeProlonged = ({ isUsual, ended, times }: LaneState, at: Circumstances): boolean =>
  isUsual && ended > 0 && times < mostTimes && !at.isWanted;

function inTime(rules: Rules, state: LaneState, at: Circumstances): Step {
  const isDueToLook = at.nowMs >= state.lookAtMs;
  if (isWorthIt(rules, state, at, isDueToLook)) return claim(rules, state, at);
  const lookAtMs = isDueToLook ? at.nowMs + lookAfterMs : state.lookAtMs;
  if (!isEmpty(state)) return [{ ...state, name: 'working', lookAtMs }, []];
  if (!state.isUsual || !at.mayStay) return drain(rules, state, at);
  return [{ ...state, name: 'staying', untilMs: Math.min(at.nowMs + stayMs, state.endsAtMs) }, []];
}

function claim(rules: Rules, state: LaneState, at: Circumstances): Step {
  return [
    { ...state, name: 'claiming', hasNews: false, isBusy: false, hasMoved: false },
    [{ do: 'claim', units: roomIn(rules, state, at) }],
  ];
}

/** One per place, and some ahead while units end. */
const roomIn = (rules: Rules, state: LaneState, at: Circumstances): number =>
  mostHeld(rules, state, at) - state.waiting - state.performing;

/** Nothing ahead until units have ended: the account may be failing. */
function mostHeld({ places, sliceMs }: Rules, state: LaneState, { nowMs }: Circumstances): number {
  if (!state.hasMoved || state.ended < places) return places;
  const sinceMs = state.endsAtMs - sliceMs;
  const ahead = Math.floor((state.ended * aheadMs) / Math.max(1, nowMs - sinceMs));
  return places + Math.min(ahead, places * mostAheadPerPlace);
}

/**
 * A claim must be worth its statement: half of the room is free. A lane in which nothing ended takes any
 * room, so that units that hang do not block it. Settlements have to keep up.
 */
function isWorthIt(rules: Rules, state: LaneState, at: Circumstances, isDueToLook: boolean): boolean {
  const [room, most] = [roomIn(rules, state, at), mostHeld(rules, state, at)];
  const mayFind = isDueToLook || state.hasNews || !(state.isDry || state.isBusy);
  return mayFind && room >= (isDueToLook ? 1 : most / 2) && state.settling <= 2 * most;
}

function drain(rules: Rules, state: LaneState, at: Circumstances, denied?: Denied): Step {
  const draining: LaneState = {
    ...state,
    name: 'draining',
    waiting: 0,
    returning: state.returning + state.waiting,
    movedAtMs: at.nowMs,
    endsAtMs: at.nowMs + rules.sliceMs,
    untilMs: at.nowMs + rules.lingerMs,
  };
  const [next, effects] = drained(rules, draining, at, denied);
  return [next, [...givingBack(state), ...effects]];
}

/** Units hang if none ended for `lingerMs`, or after the time of a slice. */
function drained(rules: Rules, state: LaneState, { nowMs }: Circumstances, denied?: Denied): Step {
  const isDone = isEmpty(state);
  const untilMs = Math.min(state.movedAtMs + rules.lingerMs, state.endsAtMs);
  if (!isDone && (state.returning > 0 || nowMs < untilMs)) return [{ ...state, untilMs }, []];
  return [{ ...state, name: 'idle' }, [{ do: 'end', hanging: !isDone, ...(denied && { denied }) }]];
}

const givingBack = ({ waiting }: LaneState): Effect[] =>
  waiting > 0 ? [{ do: 'give back', units: waiting }] : [];
