import type { ProviderFault } from '@writ/write-core';
import type { Report } from './core/quota.ts';
import type { CallEnd } from '@writ/providers';

/** A call that was made: on which leave, if it has a place, and for which write. Moments are monotonic. */
export type MadeCall = { id?: string; write: WriteName; begunAtMs: number; endedAtMs: number };

/** Tells writes apart: an outage is several of them that fail. As a function it is only called then. */
export type WriteName = string | (() => string);

/** Gathers what became of calls until it is told: many in one report. */
export type ReportBook = {
  ended(call: MadeCall, end: CallEnd): void;
  unused(id: string): void;
  isEmpty(): boolean;
  /** The report of all that was gathered; the book is empty then. */
  take(nowMs: number): Report;
};

/** More writes than open any breaker say nothing more. */
const mostFailed = 20;

export function reportBook(): ReportBook {
  let page = emptyPage();
  let empty = true;

  return {
    ended: (call, end) => {
      empty = false;
      if (call.id !== undefined) page.ended.push({ id: call.id, atMs: call.endedAtMs });
      noteUsage(page, call, end);
      noteRefusal(page, [...end.faults, ...end.recordFaults], call.endedAtMs);
      noteOutage(page, call, end);
    },
    unused: (id) => {
      empty = false;
      page.unused.push(id);
    },
    isEmpty: () => empty,
    take: (nowMs) => {
      const taken = toReport(page, nowMs);
      page = emptyPage();
      empty = true;
      return taken;
    },
  };
}

type Page = {
  ended: { id: string; atMs: number }[];
  unused: string[];
  window?: { limit: number; remaining: number; windowMs: number; begunAtMs: number };
  silent: number;
  daily?: { limit: number; remaining: number };
  closedUntilMs: number;
  reached: boolean;
  failed: Set<string>;
  awayUntilMs: number;
};

const emptyPage = (): Page => ({
  ended: [],
  unused: [],
  silent: 0,
  closedUntilMs: -Infinity,
  reached: false,
  failed: new Set(),
  awayUntilMs: -Infinity,
});

function noteUsage(page: Page, { begunAtMs }: MadeCall, { answered, faults, usage }: CallEnd): void {
  if (usage?.daily) page.daily = usage.daily;
  if (usage?.window) {
    page.window = { ...usage.window, begunAtMs };
    page.silent = 0;
  } else if (answered && faults.length === 0) page.silent += 1;
}

function noteRefusal(page: Page, faults: readonly ProviderFault[], nowMs: number): void {
  for (const { kind, sent, retryAfterMs = 0 } of faults) {
    if (kind === 'rate-limited' && sent === 'rejected')
      page.closedUntilMs = Math.max(page.closedUntilMs, nowMs + retryAfterMs);
  }
}

function noteOutage(page: Page, { write, endedAtMs }: MadeCall, { answered, faults }: CallEnd): void {
  const away = faults.find(isAway);
  if (away) {
    if (page.failed.size < mostFailed) page.failed.add(typeof write === 'string' ? write : write());
    page.awayUntilMs = Math.max(page.awayUntilMs, endedAtMs + (away.retryAfterMs ?? 0));
  } else if (answered) {
    page.reached = true;
    page.failed.clear();
    page.awayUntilMs = -Infinity;
  }
}

/**
 * The account did not answer, or not with sense. What we broke off ourselves says nothing, nor does a call that found no
 * free connection: those are shared by all accounts at an address.
 */
const isAway = ({ kind, code, sent }: ProviderFault): boolean =>
  kind === 'unavailable' || (kind === 'timeout' && sent !== 'notSent' && code !== 'stopped');

function toReport(page: Page, nowMs: number): Report {
  const { window, daily, closedUntilMs, awayUntilMs, silent, reached, unused, failed } = page;
  return {
    ended: page.ended.map(({ id, atMs }) => ({ id, agoMs: nowMs - atMs })),
    unused,
    silent,
    reached,
    failed: [...failed],
    ...(window && { window: usageOf(window, nowMs) }),
    ...(daily && { daily }),
    ...(closedUntilMs > nowMs && { closedForMs: closedUntilMs - nowMs }),
    ...(awayUntilMs > nowMs && { awayForMs: awayUntilMs - nowMs }),
  };
}

const usageOf = ({ begunAtMs, ...window }: NonNullable<Page['window']>, nowMs: number) => ({
  ...window,
  begunAgoMs: nowMs - begunAtMs,
});
