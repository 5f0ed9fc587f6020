import { pointerTo } from '@writ/contracts';
import { mostIssues, type IssueInput } from '@writ/http-kit';
import { mostFields } from '@writ/write-core';
import { bodyIssue, placedRecords, type ReadableBody } from './readable-body.ts';

const maxDepth = 32;

/** What is too deep or too wide, and numbers that would reach the provider as others than were written. */
export function shapeRules(body: ReadableBody): readonly IssueInput[] {
  const issues: IssueInput[] = [];
  walk(body, [], issues);
  const tooWide = placedRecords(body).flatMap(({ pointer, record }) => {
    const count = Object.keys(record).length;
    return count > mostFields ? bodyIssue(pointer, `A record has at most ${mostFields} fields.`, count) : [];
  });
  return [...issues, ...tooWide];
}

/**
 * Ends when it has found more than an answer tells. Nearly every body is right, so pointers are made for what is told
 * alone.
 */
function walk(value: unknown, path: string[], issues: IssueInput[]): void {
  if (issues.length > mostIssues) return;
  if (typeof value === 'number') {
    if (!isExact(value)) issues.push(bodyIssue(path.reduce(pointerTo, ''), inexact, String(value)));
  } else if (typeof value === 'object' && value !== null) {
    if (path.length >= maxDepth) {
      const detail = `The body is nested deeper than ${maxDepth} levels.`;
      issues.push(bodyIssue(path.reduce(pointerTo, ''), detail));
      return;
    }
    for (const name of Object.keys(value)) {
      path.push(name);
      walk((value as Record<string, unknown>)[name], path, issues);
      path.pop();
    }
  }
}

const inexact =
  'The number is too large to be passed on as it was written; send a text if all its digits count.';
/** Beyond 2^53 neighbouring integers are read as one; beyond 1.8e308 every number is read as infinite. */
const isExact = (value: number): boolean =>
  Number.isFinite(value) && (!Number.isInteger(value) || Number.isSafeInteger(value));
