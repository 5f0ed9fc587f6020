import { pointerTo } from '@writ/contracts';
import { mostIssues, type IssueInput } from '@writ/http-kit';
import { mostFields } from '@writ/write-core';

const maxDepth = 32;

/** What is too deep or too wide, and numbers that would reach the provider as others than were written. */
export function shapeRules(body: Readonly<Record<string, unknown>>): readonly IssueInput[] {
  const issues: IssueInput[] = [];
  // Nearly every body is right, and tells so without a pointer to each of its values being made.
  if (!hasPlainShape(body, 1)) walk(body, '', 1, issues);
  checkFields(body['record'], '/record', issues);
  if (Array.isArray(body['batch'])) {
    body['batch'].forEach((item: unknown, index) =>
      checkFields((item as { record?: unknown } | null)?.record, `/batch/${index}/record`, issues),
    );
  }
  return issues;
}

function hasPlainShape(value: unknown, depth: number): boolean {
  if (typeof value === 'number') return isExact(value);
  if (typeof value !== 'object' || value === null) return true;
  if (depth > maxDepth) return false;
  for (const name of Object.keys(value)) {
    if (!hasPlainShape((value as Record<string, unknown>)[name], depth + 1)) return false;
  }
  return true;
}

/** Ends when it has found more than an answer tells. */
function walk(value: unknown, pointer: string, depth: number, issues: IssueInput[]): void {
  if (issues.length > mostIssues) return;
  if (typeof value === 'number') {
    if (!isExact(value)) issues.push({ in: 'body', name: pointer, detail: inexact, value: String(value) });
  } else if (typeof value === 'object' && value !== null) {
    if (depth > maxDepth) {
      issues.push({
        in: 'body',
        name: pointer,
        detail: `The body is nested deeper than ${maxDepth} levels.`,
      });
      return;
    }
    for (const [name, member] of Object.entries(value)) {
      const at = pointerTo(pointer, name);
      walk(member, at, depth + 1, issues);
    }
  }
}

const inexact =
  'The number is too large to be passed on as it was written; send a text if all its digits count.';
/** Beyond 2^53 neighbouring integers are read as one; beyond 1.8e308 every number is read as infinite. */
const isExact = (value: number): boolean =>
  Number.isFinite(value) && (!Number.isInteger(value) || Number.isSafeInteger(value));

function checkFields(record: unknown, pointer: string, issues: IssueInput[]): void {
  if (typeof record !== 'object' || record === null) return;
  const count = Object.keys(record).length;
  if (count > mostFields) {
    issues.push({
      in: 'body',
      name: pointer,
      detail: `A record has at most ${mostFields} fields.`,
      value: count,
    });
  }
}
