import { median } from '@writ/test-kit';

/** From the sandbox's journal. `at` is RFC 3339, `ms` the time until the answer. */
export type JournalCall = {
  at: string;
  path: string;
  body?: unknown;
  status?: number;
  ms?: number;
  effects: readonly { action: string; id: string }[];
};

export type CallSummary = {
  calls: number;
  tooMany: number;
  changes: number;
  /** From the first call's arrival to the last answer. */
  seconds: number;
  /** Between two answers that wrote something. */
  longestGapSeconds: number;
};

const tooManyStatus = 429;

export function summarizeCalls(accounts: readonly (readonly JournalCall[])[]): CallSummary {
  const all = accounts.flat();
  const firstAtMs = all.reduce((first, { at }) => Math.min(first, Date.parse(at)), Infinity);
  const lastAtMs = all.reduce((last, call) => Math.max(last, answeredAtMs(call)), firstAtMs);
  const writtenAtMs = all
    .filter(({ effects }) => effects.length > 0)
    .map(answeredAtMs)
    .toSorted((a, b) => a - b);
  const gapsMs = writtenAtMs.slice(1).map((atMs, before) => atMs - (writtenAtMs[before] ?? atMs));
  return {
    calls: all.length,
    tooMany: all.filter(({ status }) => status === tooManyStatus).length,
    changes: all.reduce((sum, { effects }) => sum + effects.length, 0),
    seconds: all.length === 0 ? 0 : (lastAtMs - firstAtMs) / 1000,
    longestGapSeconds: gapsMs.reduce((most, gap) => Math.max(most, gap), 0) / 1000,
  };
}

const answeredAtMs = ({ at, ms = 0 }: JournalCall): number => Date.parse(at) + ms;

/** Counts Writ's calls for each updated record until one wrote it, from the first call that sent it. */
export function callsUntilWritten(calls: readonly JournalCall[]): { median: number; most: number } {
  const firstCall = new Map<string, number>();
  const later: number[] = [];
  for (const [place, call] of calls.entries()) {
    for (const id of recordIdsIn(call)) if (!firstCall.has(id)) firstCall.set(id, place);
    for (const { id } of call.effects) later.push(place - (firstCall.get(id) ?? place));
  }
  return { median: median(later), most: later.reduce((most, count) => Math.max(most, count), 0) };
}

/** A single update has the id in its path, a batch in its inputs. */
function recordIdsIn({ path, body }: JournalCall): string[] {
  const { inputs } = (body ?? {}) as { inputs?: readonly { id: string }[] };
  return inputs?.map(({ id }) => id) ?? [path.slice(path.lastIndexOf('/') + 1)];
}
