import type { IssueInput } from '@writ/problem-details';
import { isId } from '@writ/service-kit';

/** A page token names the last entry of the page before by its id; it says nothing else, and callers need not know that. */
export const pageTokenOf = (lastId: string): string => Buffer.from(lastId).toString('base64url');

/** Rule of the query: a token is one that a page gave. */
export function pageTokenRule(
  _body: unknown,
  { pageToken }: Readonly<Record<string, unknown>>,
): readonly IssueInput[] {
  if (typeof pageToken !== 'string' || isId(lastIdOf(pageToken))) return [];
  const detail = 'This is no token of a page; take it from `pagination.nextPageToken` as it is.';
  return [{ in: 'query', name: 'pageToken', detail, value: pageToken }];
}

/** The id that a token names which the rule accepts. */
export const lastIdOf = (pageToken: string): string => Buffer.from(pageToken, 'base64url').toString();
