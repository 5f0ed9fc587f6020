import type { Issue } from '@writ/sdk';

/** Lines count from 1. */
export type LineError = { line: number; detail: string };

/** The errors of a manifest by line, if all of them have one; otherwise none. */
export function lineErrorsOf(issues: readonly Issue[]): LineError[] {
  const found = issues.flatMap(({ detail, context }) => {
    const line = context?.['line'];
    return typeof line === 'number' ? [{ line, detail: detail.replace(/^Line \d+: /, '') }] : [];
  });
  return found.length === issues.length ? found.toSorted((one, other) => one.line - other.line) : [];
}

export function spanOfLine(text: string, line: number): [start: number, end: number] {
  const before = text.split('\n').slice(0, line - 1);
  const start = before.reduce((sum, each) => sum + each.length + 1, 0);
  const end = text.indexOf('\n', start);
  return [Math.min(start, text.length), end < 0 ? text.length : end];
}
