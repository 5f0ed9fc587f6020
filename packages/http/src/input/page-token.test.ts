import { expect, test } from '@jest/globals';
import { newId } from '@writ/service-kit';
import { pageTokens } from './page-token.ts';

const tokens = pageTokens('operations');
const params = { projectIdOrName: 'demo' };
const query = { status: 'failure', since: '2026-11-21T10:00:00Z' };
const place = newId();
const { nextPageToken = '' } = tokens.paginationOf({ params, query }, place);

const issuesOf = (given: object, of = tokens, path: Record<string, unknown> = params) =>
  of.rule({ params: path, query: { ...query, pageToken: nextPageToken, ...given } });

test('a token leads to where its page ended, whatever the size of the next one', () => {
  const next = { since: query.since, pageSize: 7, status: query.status, pageToken: nextPageToken };
  expect(tokens.placeOf({ params, query: next })).toBe(place);
  expect(issuesOf({ pageSize: 7 })).toEqual([]);
});

test('without a token a list begins at its first page; a page that nothing follows gives none', () => {
  expect(tokens.placeOf({ params, query })).toBeUndefined();
  expect(tokens.rule({ params, query })).toEqual([]);
  expect(tokens.paginationOf({ params, query }, undefined)).toEqual({ done: true });
});

test.each([
  ['of a list with other filters', issuesOf({ status: 'success' })],
  ['of a list with one filter less', issuesOf({ groupRef: 'customer-1' })],
  ['of another list', issuesOf({}, pageTokens('lanes'))],
  ['of another path', issuesOf({}, tokens, { projectIdOrName: 'other' })],
])('a token %s is refused', (_, issues) => {
  expect(issues).toEqual([expect.objectContaining({ in: 'query', name: 'pageToken', value: nextPageToken })]);
});

test.each([
  ['empty', ''],
  ['with something added', `${nextPageToken}A`],
  ['with something added that decoding passes over', `${nextPageToken}!`],
  ['cut', nextPageToken.slice(0, -2)],
  ['an id alone', Buffer.from(place).toString('base64url')],
])('a token that is %s is refused', (_, pageToken) => {
  expect(issuesOf({ pageToken })).toEqual([expect.objectContaining({ name: 'pageToken', value: pageToken })]);
});

test('a place that the list cannot have is no token of it', () => {
  const records = pageTokens('records', (text) => /^\d{1,4}$/.test(text));
  const tokenOf = (text: string) => records.paginationOf({ params, query: {} }, text).nextPageToken;
  expect(records.placeOf({ params, query: { pageToken: tokenOf('99') } })).toBe('99');
  expect(records.placeOf({ params, query: { pageToken: tokenOf('x') } })).toBeUndefined();
});
