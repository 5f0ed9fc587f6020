/** A requirement and an observation. */
export type Verdict = {
  what: string;
  holds: boolean;
  detail: string;
  /** A busy machine may break it, too. */
  timed?: true;
};

const shown = 5;

/** Holds without offenders. `seen` counts examined things: a run without any shows nothing. */
export function noneOf(
  what: string,
  offenders: readonly unknown[],
  detail: string,
  seen = Infinity,
): Verdict {
  const holds = offenders.length === 0 && seen > 0;
  if (offenders.length === 0) return { what, holds, detail };
  const some = offenders.slice(0, shown).map(String).join(', ');
  const more = offenders.length > shown ? ', …' : '';
  return { what, holds, detail: `${detail}; ${offenders.length}: ${some}${more}` };
}

/** An unmeasured value is infinite, and never holds. */
export const atMost = (what: string, value: number, most: number, unit: string): Verdict => ({
  what,
  holds: Number.isFinite(value) && value <= most,
  detail: `${round(value)} ${unit} (at most ${round(most)})`,
});

export const round = (value: number): number => Math.round(value * 10) / 10;

export function renderVerdicts(verdicts: readonly Verdict[]): string {
  const width = Math.max(0, ...verdicts.map(({ what }) => what.length));
  return verdicts
    .map(({ what, holds, detail }) => `${holds ? 'holds ' : 'BROKEN'}  ${what.padEnd(width)}  ${detail}`)
    .join('\n');
}
