/** One thing that had to hold, and what was seen. */
export type Verdict = {
  what: string;
  holds: boolean;
  detail: string;
  /** It is a figure of time: a slow machine breaks it, too. */
  timed?: true;
};

const shown = 5;

/** Holds when there is no offender; a few of those that there are stand in the detail. */
export function noneOf(what: string, offenders: readonly unknown[], detail: string): Verdict {
  const some = offenders.slice(0, shown).map(String).join(', ');
  const more = offenders.length > shown ? ', …' : '';
  return {
    what,
    holds: offenders.length === 0,
    detail: offenders.length === 0 ? detail : `${detail}; ${offenders.length}: ${some}${more}`,
  };
}

/** Holds when the value is no more than `most`; what was not measured is infinite, and never holds. */
export function atMost(what: string, value: number, most: number, unit: string): Verdict {
  return {
    what,
    holds: Number.isFinite(value) && value <= most,
    detail: `${round(value)} ${unit} (at most ${round(most)})`,
  };
}

/** To one place after the point. */
export const round = (value: number): number => Math.round(value * 10) / 10;
