import { percentile } from '@writ/test-kit';
import { atMost, noneOf, type Verdict } from '@writ/test-kit/laboratory';
import { entriesOf, type EntryOf, type History } from '../entry.ts';

export type Span = { fromMs: number; toMs: number };

const during = <T extends { sentAtMs: number }>(entries: readonly T[], { fromMs, toMs }: Span): T[] =>
  entries.filter(({ sentAtMs }) => sentAtMs >= fromMs && sentAtMs < toMs);

export const wholeRun: Span = { fromMs: -Infinity, toMs: Infinity };

export function outages(history: History): Span[] {
  const ends = entriesOf(history, 'fixed').map(({ atMs }) => atMs);
  return entriesOf(history, 'fault').map(({ atMs }, place) => ({
    fromMs: atMs,
    toMs: ends[place] ?? Infinity,
  }));
}

/** In milliseconds from when a write should have been sent. */
export function p99Ms(history: History, span: Span): number {
  const acknowledged = during(entriesOf(history, 'acknowledged'), span);
  const took = acknowledged.map(({ atMs, sentAtMs }) => atMs - sentAtMs);
  return percentile(took, 99, Infinity);
}

export const p99AtMost = (history: History, span: Span, mostMs: number, what: string): Verdict =>
  atMost(what, p99Ms(history, span), mostMs, 'ms');

const describe = ({ number, status, detail }: EntryOf<'refused'>): string => `#${number} ${status} ${detail}`;

export function nothingRefused(history: History, span: Span = wholeRun): Verdict {
  const refused = during(entriesOf(history, 'refused'), span);
  const given = during(entriesOf(history, 'acknowledged'), span).length;
  return noneOf('0 errors to callers', refused.map(describe), `${given} acknowledged`, given);
}

export function onlyRetryable503(history: History): Verdict {
  const refused = entriesOf(history, 'refused');
  const wrong = refused.filter(
    ({ status, type, retryable }) => status !== 503 || type !== 'application/problem+json' || !retryable,
  );
  return noneOf(
    'only 503 problem+json with retryable true',
    wrong.map(describe),
    `${refused.length} refused`,
  );
}

/** After each repair the write host acknowledges again within the limit, and then refuses nothing. */
export function recoveredWithin(history: History, limitMs: number): Verdict {
  const refused = entriesOf(history, 'refused');
  const acknowledged = entriesOf(history, 'acknowledged');
  const [faults, spans] = [entriesOf(history, 'fault'), outages(history)];
  const waits = spans.map(({ toMs }, place) => {
    const untilMs = faults[place + 1]?.atMs ?? Infinity;
    const within = (entries: readonly { atMs: number }[]): number[] =>
      entries.filter(({ atMs }) => atMs >= toMs && atMs < untilMs).map(({ atMs }) => atMs - toMs);
    return Math.max(Math.min(...within(acknowledged)), ...within(refused));
  });
  return atMost('accepting again after the repair', Math.max(...waits) / 1000, limitMs / 1000, 's');
}

export function refusedLessThan(history: History, share: number): Verdict {
  const refused = entriesOf(history, 'refused');
  const all = refused.length + entriesOf(history, 'acknowledged').length;
  const isLess = refused.length < share * all;
  const wrong = isLess ? [] : refused.map(describe);
  const verdict = noneOf(
    `errors to callers < ${share * 100} %`,
    wrong,
    `${refused.length} of ${all} requests`,
  );
  return { ...verdict, holds: isLess };
}
