import type { Verdict } from '../experiment.ts';

/** Holds when nothing was found against it. `fine`: what was looked at, for the report. */
export const nothingFound = (what: string, found: readonly string[], fine: string): Verdict => ({
  what,
  holds: found.length === 0,
  detail: found.length === 0 ? fine : `${found.length} times, first: ${found[0]}`,
});

/** The issues that a problem tells, each as its place and its name. */
export function issuesTold(body: unknown): ReadonlySet<string> {
  const { issues = [] } = (body ?? {}) as { issues?: { in: string; name: string }[] };
  return new Set(issues.map((issue) => `${issue.in} ${issue.name}`));
}
