import { momentsOf, windowOf, type AccountState } from './account-state.ts';
import type { Answer, Ask, Denied, Permit, QuotaRules, WaitReason, WindowLimit } from './errand.ts';
import { isDayShort, nextSpacedAtMs, type Places } from './spacing.ts';

export type Moment = { nowMs: number; newId: () => string };

/** Asynchronous permits may start so far ahead: the way to the call then costs no quota. */
const lookAheadMs = 50;

/** How long a permit may be used. A later call would be counted too early. */
export const validMs = (window?: WindowLimit): number =>
  window ? Math.max(100, window.windowMs / 10) : 2_000;

/**
 * Takes the next places that begin soon enough. A permit takes its place when granted, so callers are served
 * in order.
 */
export function reserve(
  account: AccountState,
  rules: QuotaRules,
  ask: Ask,
  { nowMs, newId }: Moment,
): Answer {
  const window = windowOf(account, rules);
  const places = window ? placesOf(account, window, rules, ask) : [];
  const nextStart = (): number =>
    Math.max(account.closedUntilMs, ...places.map((one) => freeAt(one) + (window?.windowMs ?? 0)));
  const spacedAtMs =
    ask.isSpaced === true ? spacedFrom(account, rules, { window, places }, nowMs) : undefined;
  if (spacedAtMs !== undefined && spacedAtMs > nowMs && spacedAtMs > nextStart())
    return { kind: 'denied', reason: 'quota', waitMs: spacedAtMs - nowMs, isSpaced: true };
  const wanted = spacedAtMs === undefined ? ask.wanted : 1;
  const aheadMs = ask.synchronous ? ask.maxWaitMs : lookAheadMs;
  const permits: Permit[] = [];
  for (let startAtMs = nextStart(); permits.length < wanted && startAtMs <= nowMs + aheadMs;) {
    const endAtMs = Math.max(nowMs, startAtMs) + validMs(window);
    permits.push({ id: newId(), startAtMs, endAtMs });
    for (const { moments } of places)
      moments.splice(moments.findLastIndex((atMs) => atMs <= endAtMs) + 1, 0, endAtMs);
    startAtMs = nextStart();
  }
  if (permits.length === 0)
    return denied('quota', nextStart() - nowMs - (ask.synchronous || !window ? 0 : lookAheadMs));
  if (!ask.synchronous) account.asynchronousAtMs = Math.max(nowMs, ...permits.map((one) => one.startAtMs));
  if (window)
    account.book = [...account.book, ...permits.map(({ id, endAtMs }) => ({ atMs: endAtMs, permit: id }))];
  return { kind: 'granted', permits };
}

export const denied = (reason: WaitReason, waitMs: number): Denied => ({
  kind: 'denied',
  reason,
  waitMs: Math.max(1, waitMs),
});

/** Undefined while half of the calls remain: nothing is spaced then. */
function spacedFrom(
  account: AccountState,
  rules: QuotaRules,
  { window, places }: { window: WindowLimit | undefined; places: readonly Places[] },
  nowMs: number,
): number | undefined {
  const isShort = (own: Places): boolean =>
    freeAt(own, Math.floor(own.most / 2)) + (window?.windowMs ?? 0) > nowMs;
  const short = window && places.some(isShort) ? { windowMs: window.windowMs, places } : undefined;
  if (!short && !isDayShort(account, rules)) return undefined;
  return nextSpacedAtMs(account, rules, nowMs, short);
}

/** For our calls, and for all calls. The last places are kept for synchronous calls. */
function placesOf(
  account: AccountState,
  { limit }: WindowLimit,
  { share, synchronousShare }: QuotaRules,
  { synchronous }: Ask,
): Places[] {
  const kept = synchronous ? 0 : synchronousShare;
  const ours = Math.max(1, Math.floor(limit * share));
  const { own, all } = momentsOf(account);
  return [
    { most: Math.max(1, Math.floor(ours * (1 - kept))), moments: own },
    { most: Math.max(1, Math.floor(limit - ours * kept)), moments: all },
  ];
}

/**
 * When the call was counted that must leave the window before the next may begin, if `more` places stay free.
 */
const freeAt = ({ moments, most }: Places, more = 0): number =>
  moments.at(-Math.max(1, most - more)) ?? -Infinity;
