import type { Verdict } from '../experiment.ts';

/** One line a verdict: whether it holds, what it is about, and what was seen. */
export function renderVerdicts(verdicts: readonly Verdict[]): string {
  const width = Math.max(0, ...verdicts.map(({ what }) => what.length));
  return verdicts
    .map(({ what, holds, detail }) => `${holds ? 'holds ' : 'BROKEN'}  ${what.padEnd(width)}  ${detail}`)
    .join('\n');
}
