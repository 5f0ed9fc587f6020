import { answer, emptyAnswer, page, type AnswerRoute, type AnswerSchema } from '../schema.ts';
import { changedCollection, readCollection, upsertedCollection } from './collections.ts';
import { compositeResult } from './composite.ts';
import { described } from './describe.ts';
import { always, badRequest, methodNotAllowed, preconditionFailed, unsupportedMediaType } from './errors.ts';
import { badToken, grantedToken, refusedToken, userInfo } from './identity.ts';
import { queryResult } from './query.ts';
import { createdRow, matchingRows, row, upsertedRow } from './rows.ts';

const usage = 'sforce-limit-info';
const data = String.raw`^/services/data/v\d+\.0`;
const changed = { 400: badRequest, 415: unsupportedMediaType, ...always };

type Answers = Readonly<Record<number, AnswerSchema>>;

const route = (method: string, path: string, answers: Answers): AnswerRoute => ({
  name: `${method} ${path}`,
  method,
  path: new RegExp(`${path}$`),
  answers,
});

const rows = `${data}/sobjects/[^/]+`;
const collections = `${data}/composite/sobjects`;

/** What Salesforce's addresses answer; the first that fits counts. */
export const salesforceRoutes: readonly AnswerRoute[] = [
  route('POST', '^/services/oauth2/token', { 200: answer(grantedToken), 400: answer(refusedToken) }),
  route('POST', '^/services/oauth2/revoke', { 200: emptyAnswer(), 400: answer(refusedToken) }),
  route('GET', '^/services/oauth2/authorize', {
    200: answer(page, 'content-security-policy'),
    302: emptyAnswer('location'),
    400: answer(refusedToken),
  }),
  route('POST', '^/services/oauth2/authorize', {
    200: answer(page, 'content-security-policy'),
    302: emptyAnswer('location'),
  }),
  route('GET', '^/services/oauth2/userinfo', { 200: answer(userInfo), 403: answer(badToken) }),
  route('GET', `${data}/query`, { 200: answer(queryResult, usage), 400: badRequest, ...always }),
  route('GET', `${rows}/describe`, { 200: answer(described, usage), ...always }),
  route('POST', rows, { 201: answer(createdRow, usage, 'location'), ...changed }),
  route('GET', `${rows}/[^/]+`, { 200: answer(row, usage), 400: badRequest, ...always }),
  route('PATCH', `${rows}/[^/]+`, { 204: emptyAnswer(usage), 412: preconditionFailed, ...changed }),
  route('DELETE', `${rows}/[^/]+`, { 204: emptyAnswer(usage), 400: badRequest, ...always }),
  route('PATCH', `${rows}/[^/]+/.+`, {
    200: answer(upsertedRow, usage),
    201: answer(upsertedRow, usage, 'location'),
    204: emptyAnswer(usage),
    300: answer(matchingRows, usage),
    ...changed,
  }),
  route('POST', collections, { 200: answer(changedCollection, usage), ...changed }),
  route('PATCH', collections, { 200: answer(changedCollection, usage), ...changed }),
  route('PATCH', `${collections}/[^/]+/[^/]+`, { 200: answer(upsertedCollection, usage), ...changed }),
  route('POST', `${collections}/[^/]+`, { 200: answer(readCollection, usage), ...changed }),
  route('POST', `${data}/composite`, { 200: answer(compositeResult, usage), ...changed }),
  // Whatever else is asked for is not there.
  { name: 'any other', method: '*', path: /^/, answers: { 405: methodNotAllowed, ...always } },
];
