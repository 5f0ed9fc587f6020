import type { Stats } from '@writ/sdk';
import { useLive } from '../live.ts';
import type { Project } from '../project.ts';

export type Span = keyof typeof spans;

const minuteMs = 60_000;

export const spans = {
  '1h': { bucket: 'minute', bucketMs: minuteMs, count: 60 },
  '24h': { bucket: 'hour', bucketMs: 60 * minuteMs, count: 24 },
  '30d': { bucket: 'day', bucketMs: 24 * 60 * minuteMs, count: 30 },
} as const;

export const useStats = ({ name, writ }: Project, span: Span) =>
  useLive<Look>({
    key: [name, 'stats', span],
    read: async (signal) => {
      const fromMs = beginOf(span, Date.now());
      const asked = { since: new Date(fromMs).toISOString(), bucket: spans[span].bucket };
      return { fromMs, stats: await writ.stats(asked, { signal }) };
    },
  });

export type Look = { fromMs: number; stats: Stats };

/** Buckets start with the hours and days of UTC. */
function beginOf(span: Span, nowMs: number): number {
  const { bucketMs, count } = spans[span];
  return Math.floor(nowMs / bucketMs) * bucketMs - (count - 1) * bucketMs;
}

export type Counts = {
  atMs: number;
  accepted: number;
  written: number;
  failed: number;
  /** Accepted minus ended: negative if a backlog shrank. */
  waiting: number;
};

export function countsOf(span: Span, { fromMs, stats }: Look): Counts[] {
  const { bucketMs, count } = spans[span];
  const sinceMs = Date.parse(stats.since);
  const byTime = Map.groupBy(stats.buckets, ({ time }) => Date.parse(time));
  return Array.from({ length: count }, (_, at) => fromMs + at * bucketMs)
    .filter((atMs) => atMs + bucketMs > sinceMs)
    .map((atMs) => {
      const own = byTime.get(atMs) ?? [];
      const ended = own.flatMap((each) => each.ended);
      const accepted = sumOf(own.map((each) => each.accepted));
      const written = sumOf(ended.filter(({ status }) => status === 'success').map((each) => each.count));
      const failed = sumOf(ended.map((each) => each.count)) - written;
      return { atMs, accepted, written, failed, waiting: accepted - written - failed };
    });
}

/** Failures by fault, most first; '' if unknown. */
export function failuresOf({ stats }: Look): { fault: string; count: number }[] {
  const failed = stats.buckets.flatMap(({ ended }) => ended).filter(({ status }) => status === 'failure');
  return [...Map.groupBy(failed, ({ fault }) => fault ?? '')]
    .map(([fault, own]) => ({ fault, count: sumOf(own.map(({ count }) => count)) }))
    .toSorted((a, b) => b.count - a.count);
}

export const sumOf = (numbers: readonly number[]): number => numbers.reduce((sum, each) => sum + each, 0);
