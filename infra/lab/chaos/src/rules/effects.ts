import { atMost, noneOf, round, type Verdict } from '@writ/test-kit/laboratory';
import { entriesOf, type EntryOf, type History } from '../entry.ts';

function creates(history: History): Map<number, number> {
  const counts = new Map<number, number>();
  for (const { number, action } of entriesOf(history, 'effect'))
    if (action === 'created') counts.set(number, (counts.get(number) ?? 0) + 1);
  return counts;
}

const doubled = (history: History): number[] =>
  [...creates(history)].filter(([, count]) => count > 1).map(([number]) => number);

export function noDuplicates(history: History): Verdict {
  const { size } = creates(history);
  return noneOf('0 dup', doubled(history), `${size} writes created`, size);
}

export function duplicatesAtMost(history: History, most: number): Verdict {
  const extra = [...creates(history).values()].reduce((sum, count) => sum + count - 1, 0);
  return atMost('dup', extra, most, 'creates too many');
}

/** Writes created twice are marked ambiguous. */
export function duplicatesFlagged(history: History): Verdict {
  const flagged = new Set(
    entriesOf(history, 'operation').flatMap(({ ambiguous, numbers }) => (ambiguous ? numbers : [])),
  );
  const twice = doubled(history);
  const silent = twice.filter((number) => !flagged.has(number));
  return noneOf('every dup is marked ambiguous', silent, `${twice.length} dup, ${flagged.size} marked`);
}

/** Of the writes with these numbers. */
export function noneAmbiguous(history: History, isOne: (number: number) => boolean): Verdict {
  const ambiguous = entriesOf(history, 'operation').flatMap((one) => (one.ambiguous ? one.numbers : []));
  const own = ambiguous.filter(isOne);
  return noneOf('no upsert is ambiguous', own, `${ambiguous.length} others`);
}

/** Successful records are at the CRM; others are not, unless marked ambiguous. */
export function successIsTrue(history: History): Verdict {
  const counts = creates(history);
  const untrue = entriesOf(history, 'operation').flatMap(({ status, ambiguous, numbers }) => {
    if (status === 'success') return numbers.filter((number) => !counts.has(number));
    return ambiguous ? [] : numbers.filter((number) => counts.has(number));
  });
  const what = 'what succeeded stands at the CRM, and what did not does not';
  return noneOf(what, untrue, `${counts.size} writes created`);
}

export const writeCalls = (history: History): EntryOf<'call'>[] =>
  entriesOf(history, 'call').filter(({ method, numbers }) => method === 'POST' && numbers.length > 0);

/** Otherwise the faults say nothing about shared calls. */
export function sharedCalls(history: History, leastShare: number): Verdict {
  const sizes = writeCalls(history).map(({ numbers }) => numbers.length);
  const sum = (these: readonly number[]): number => these.reduce((all, size) => all + size, 0);
  const records = sum(sizes);
  const share = records > 0 ? sum(sizes.filter((size) => size > 1)) / records : 0;
  const calls = `${sizes.length} calls for ${records} records (${(sizes.length / records).toFixed(2)} a record)`;
  return {
    what: 'writes shared calls',
    holds: records > 0 && share >= leastShare,
    detail: `${calls}, at most ${Math.max(0, ...sizes)} in one; ${round(100 * share)} % with others (at least ${round(100 * leastShare)} %)`,
  };
}
