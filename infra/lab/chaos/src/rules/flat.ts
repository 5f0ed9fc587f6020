import { median } from '@writ/test-kit';
import { round, type Verdict } from '@writ/test-kit/laboratory';
import { entriesOf, type History } from '../entry.ts';

/** Allowed growth from the second third of a run, after the warm-up, to the last. */
export type Flatness = {
  /** Names of series begin with it: `heap: write-worker`. */
  measure: string;
  unit: string;
  /** `least` for values that a collection or cleaning lowers repeatedly. */
  of: 'median' | 'least';
  /** In the unit, and as a share of the second third; both are allowed. */
  more: number;
  moreShare?: number;
};

/** Fewer looks per third show nothing. */
const leastLooks = 5;

export const seriesName = (measure: string, what: string): string => `${measure}: ${what}`;

/** One verdict per series; fails without one. */
export function flat(history: History, flatness: Flatness): Verdict[] {
  const { measure } = flatness;
  const looks = entriesOf(history, 'look');
  const names = new Set(looks.flatMap(({ values }) => Object.keys(values)));
  const own = [...names].filter((name) => name.startsWith(`${measure}: `)).toSorted();
  if (own.length === 0) return [{ what: measure, holds: false, detail: 'not measured' }];
  return own.map((name) => judge(name, thirdsOf(looks, name), flatness));
}

type Look = { atMs: number; values: Readonly<Record<string, number>> };
type Thirds = { second: readonly number[]; last: readonly number[] };

function thirdsOf(looks: readonly Look[], name: string): Thirds {
  const [fromMs, toMs] = [looks[0]?.atMs ?? 0, looks.at(-1)?.atMs ?? 0];
  const third = (place: number): number[] => {
    const [from, to] = [place, place + 1].map((at) => fromMs + ((toMs - fromMs) * at) / 3) as [
      number,
      number,
    ];
    const within = looks.filter(({ atMs }) => atMs > from && atMs <= to);
    return within.flatMap(({ values }) => values[name] ?? []);
  };
  return { second: third(1), last: third(2) };
}

function judge(what: string, { second, last }: Thirds, { unit, of, more, moreShare = 0 }: Flatness): Verdict {
  if (Math.min(second.length, last.length) < leastLooks)
    return { what, holds: false, detail: `seen ${second.length} and ${last.length} times` };
  const levelOf = (values: readonly number[]): number =>
    of === 'least' ? Math.min(...values) : median(values, Infinity);
  const [before, after] = [levelOf(second), levelOf(last)];
  const most = before * (1 + moreShare) + more;
  const detail = `${round(before)} → ${round(after)} ${unit} (at most ${round(most)})`;
  return { what, holds: after <= most, detail };
}
