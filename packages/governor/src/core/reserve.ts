import { windowOf, type AccountState } from './account-state.ts';
import type { Answer, Ask, Permit, QuotaRules, WaitReason, WindowLimit } from './errand.ts';
import { isDayShort, nextSpacedAtMs, type Counted } from './spacing.ts';
import { momentsOf } from './take-calls.ts';

export type Moment = { nowMs: number; newId: () => string };

/** Waiting work is woken for this part of a window's calls together, and waits at most this part of its length. */
const gatheredPart = 1 / 20;

function timesOf({ windowMs } = { windowMs: 0 }) {
  return {
    /** Asynchronous permits may start so far ahead: the way to the call then costs no quota. */
    lookAheadMs: Math.min(50, windowMs / 40),
    /** A later call would be counted too early. */
    validMs: windowMs === 0 ? 2_000 : Math.max(100, Math.min(2_000, windowMs / 10)),
    /** How soon to report ended calls while callers wait for their places. */
    reportMs: Math.min(250, windowMs / 40),
    /** While half of the places are free, most reports travel with the next ask. */
    roomyReportMs: windowMs === 0 ? 250 : Math.min(1_000, windowMs / 10),
  };
}

/**
 * Takes the next places that begin soon enough. A permit takes its place when granted, so callers are served in order.
 */
export function reserve(
  account: AccountState,
  rules: QuotaRules,
  ask: Ask,
  { nowMs, newId }: Moment,
): Answer {
  const window = windowOf(account, rules);
  const { lookAheadMs, validMs, reportMs, roomyReportMs } = timesOf(window);
  const goodMs = validMs + (ask.wayMs ?? 0);
  const lastStartMs = nowMs + (ask.synchronous ? ask.maxWaitMs : lookAheadMs);
  const places = placesOf(account, window, rules, ask);
  const spacedAtMs =
    ask.isSpaced === true ? spacedFrom(account, { window, places, rules }, nowMs) : undefined;
  if (spacedAtMs !== undefined && spacedAtMs > nowMs && spacedAtMs > places.nextStart(0))
    return { kind: 'denied', reason: 'quota', waitMs: spacedAtMs - nowMs, isSpaced: true };
  const wanted = spacedAtMs === undefined ? ask.wanted : 1;
  const permits: Permit[] = [];
  while (permits.length < wanted) {
    const startAtMs = places.nextStart(0);
    if (startAtMs > lastStartMs) break;
    const permit = { id: newId(), startAtMs, endAtMs: Math.max(nowMs, startAtMs) + goodMs };
    permits.push(permit);
    places.take(permit.endAtMs);
  }
  if (permits.length === 0) return denied('quota', waitUntil(places, window, ask) - nowMs);
  if (!ask.synchronous) account.asynchronousAtMs = Math.max(nowMs, ...permits.map((one) => one.startAtMs));
  if (window) account.permits = [...account.permits, ...permits.map(({ id, endAtMs }) => ({ id, endAtMs }))];
  const isRoomy = !window || places.nextStart(Math.floor(window.limit / 2)) <= nowMs;
  return { kind: 'granted', permits, isRoomy, reportWithinMs: isRoomy ? roomyReportMs : reportMs };
}

export const denied = (reason: WaitReason, waitMs: number): Answer => ({
  kind: 'denied',
  reason,
  waitMs: Math.max(1, waitMs),
});

/** Undefined while half of the calls remain: nothing is spaced then. */
function spacedFrom(
  account: AccountState,
  { window, places, rules }: { window: WindowLimit | undefined; places: Places; rules: QuotaRules },
  nowMs: number,
): number | undefined {
  const { counted } = places;
  const isShort = (own: Counted): boolean =>
    freeAt(own, Math.floor(own.most / 2)) + (window?.windowMs ?? 0) > nowMs;
  const short = window && counted.some(isShort) ? { windowMs: window.windowMs, counted } : undefined;
  if (!short && !isDayShort(account, rules)) return undefined;
  return nextSpacedAtMs(account, rules, nowMs, short);
}

type Places = {
  /** When the next call may begin if `more` places stay free besides; may have passed. */
  nextStart(more: number): number;
  take(endAtMs: number): void;
  /** The account's own calls, and all calls. */
  counted: readonly Counted[];
};

/** The last places are kept for synchronous calls. */
function placesOf(
  account: AccountState,
  window: WindowLimit | undefined,
  { share, synchronousShare }: QuotaRules,
  { synchronous }: Ask,
): Places {
  if (!window) return { nextStart: () => account.closedUntilMs, take: () => undefined, counted: [] };
  const { limit, windowMs } = window;
  const kept = synchronous ? 0 : synchronousShare;
  const ours = Math.max(1, Math.floor(limit * share));
  const { own, all } = momentsOf(account);
  const counted = [
    { most: Math.max(1, Math.floor(ours * (1 - kept))), moments: own },
    { most: Math.max(1, Math.floor(limit - ours * kept)), moments: all },
  ];
  return {
    nextStart: (more) =>
      Math.max(account.closedUntilMs, ...counted.map((places) => freeAt(places, more) + windowMs)),
    take: (endAtMs) => {
      for (const { moments } of counted)
        moments.splice(moments.findLastIndex((atMs) => atMs <= endAtMs) + 1, 0, endAtMs);
    },
    counted,
  };
}

/** The call that must leave the window before the next may begin. */
const freeAt = ({ moments, most }: Counted, more: number): number =>
  moments.at(-Math.max(1, most - more)) ?? -Infinity;

function waitUntil(places: Places, window: WindowLimit | undefined, { synchronous, wanted }: Ask): number {
  const firstMs = places.nextStart(0);
  if (synchronous || !window) return firstMs;
  const more = Math.min(wanted, Math.max(1, Math.floor(window.limit * gatheredPart))) - 1;
  const latestMs = firstMs + window.windowMs * gatheredPart;
  return Math.min(places.nextStart(more), latestMs) - timesOf(window).lookAheadMs;
}
