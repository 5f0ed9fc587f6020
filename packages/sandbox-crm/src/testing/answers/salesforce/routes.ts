import { answer, emptyAnswer, page } from '../schema.ts';
import type { AnswerRoute, AnswerSchema } from '../schema.ts';
import { changedCollection, readCollection, upsertedCollection } from './collections.ts';
import { compositeResult } from './composite.ts';
import { described, objectBasics, objectList } from './describe.ts';
import {
  always,
  badRequest,
  methodNotAllowed,
  preconditionFailed,
  unauthorized,
  unsupportedMediaType,
} from './errors.ts';
import { badToken, grantedToken, identity, refusedToken, userInfo } from './identity.ts';
import { limits, resources, versions } from './limits.ts';
import { queryResult } from './query.ts';
import { createdRow, row, upsertedRow } from './rows.ts';

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
  route('GET', '^/services/data', { 200: answer(versions) }),
  route('POST', '^/services/oauth2/token', { 200: answer(grantedToken), 400: answer(refusedToken) }),
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
  route('GET', '^/id/[^/]+/[^/]+', { 200: answer(identity), 401: unauthorized }),
  route('GET', data, { 200: answer(resources, usage), ...always }),
  route('GET', `${data}/limits`, { 200: answer(limits, usage), ...always }),
  route('GET', `${data}/query(?:All)?`, { 200: answer(queryResult, usage), 400: badRequest, ...always }),
  route('GET', `${data}/sobjects`, { 200: answer(objectList, usage), ...always }),
  route('GET', `${rows}/describe`, { 200: answer(described, usage), ...always }),
  route('GET', rows, { 200: answer(objectBasics, usage), ...always }),
  route('POST', rows, { 201: answer(createdRow, usage, 'location'), ...changed }),
  route('GET', `${rows}/[^/]+(?:/.+)?`, { 200: answer(row, usage), 400: badRequest, ...always }),
  route('PATCH', `${rows}/[^/]+`, { 204: emptyAnswer(usage), 412: preconditionFailed, ...changed }),
  // The same in the form for clients that can't send PATCH.
  route('POST', `${rows}/[^/]+`, { 204: emptyAnswer(usage), 412: preconditionFailed, ...changed }),
  route('DELETE', `${rows}/[^/]+(?:/.+)?`, { 204: emptyAnswer(usage), 400: badRequest, ...always }),
  route('PATCH', `${rows}/[^/]+/.+`, {
    200: answer(upsertedRow, usage),
    201: answer(upsertedRow, usage),
    ...changed,
  }),
  route('POST', collections, { 200: answer(changedCollection, usage), ...changed }),
  route('PATCH', collections, { 200: answer(changedCollection, usage), ...changed }),
  route('DELETE', collections, { 200: answer(changedCollection, usage), 400: badRequest, ...always }),
  route('PATCH', `${collections}/[^/]+/[^/]+`, { 200: answer(upsertedCollection, usage), ...changed }),
  route('GET', `${collections}/[^/]+`, { 200: answer(readCollection, usage), 400: badRequest, ...always }),
  route('POST', `${collections}/[^/]+`, { 200: answer(readCollection, usage), ...changed }),
  route('POST', `${data}/composite`, { 200: answer(compositeResult, usage), ...changed }),
  // Whatever else is asked for is not there.
  { name: 'any other', method: '*', path: /^/, answers: { 405: methodNotAllowed, ...always } },
];
