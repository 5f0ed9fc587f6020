import { shapeFaults, type IssueInput } from '@writ/http-kit';
import { mostFields } from '@writ/write-core';
import { bodyIssue, placedRecords, type ReadableBody } from './readable-body.ts';

const maxDepth = 32;

/** What is too deep or too wide, and numbers that would reach the provider as others than were written. */
export function shapeRules(body: ReadableBody): readonly IssueInput[] {
  const faults = shapeFaults(body, maxDepth).map(({ at, detail, value }) => bodyIssue(at, detail, value));
  const tooWide = placedRecords(body).flatMap(({ pointer, record }) => {
    const count = Object.keys(record).length;
    return count > mostFields ? bodyIssue(pointer, `A record has at most ${mostFields} fields.`, count) : [];
  });
  return [...faults, ...tooWide];
}
