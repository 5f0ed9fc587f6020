import { isId } from '@writ/db';
import { invalidInput } from '@writ/problem-details';

/** A page token names the last operation of the page before; it says nothing else, and callers need not know that. */
export const pageTokenOf = (lastId: string): string => Buffer.from(lastId).toString('base64url');

/** @throws Refusal for a token that no page gave. */
export function lastIdOf(pageToken: string): string {
  const id = Buffer.from(pageToken, 'base64url').toString();
  if (isId(id)) return id;
  const detail = 'This is no token of a page; take it from `pagination.nextPageToken` as it is.';
  throw invalidInput([{ in: 'query', name: 'pageToken', detail, value: pageToken }]);
}
