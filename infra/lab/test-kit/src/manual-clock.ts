import type { Clock } from '@writ/service-kit';

export type Span = { days?: number; hours?: number; minutes?: number; seconds?: number; ms?: number };

/** Stands still until moved. */
export type ManualClock = Clock & { advance: (span: Span) => void; set: (to: Date) => void };

const secondMs = 1_000;
const minuteMs = 60 * secondMs;
const hourMs = 60 * minuteMs;

export function manualClock(start: Date = new Date()): ManualClock {
  let nowMs = start.getTime();
  return {
    now: () => new Date(nowMs),
    set: (to) => {
      nowMs = to.getTime();
    },
    advance: ({ days = 0, hours = 0, minutes = 0, seconds = 0, ms = 0 }) => {
      nowMs += (days * 24 + hours) * hourMs + minutes * minuteMs + seconds * secondMs + ms;
    },
  };
}
