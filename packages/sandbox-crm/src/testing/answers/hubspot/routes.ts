import { answer, emptyAnswer, page, type AnswerRoute, type AnswerSchema, type Schema } from '../schema.ts';
import { accountDetails } from './account.ts';
import { partial, whole, wholeOrPartial } from './batches.ts';
import {
  always,
  conflict,
  locked,
  methodNotAllowed,
  notFound,
  unsupportedMediaType,
  validationError,
} from './errors.ts';
import { grantedToken, refusedToken } from './oauth.ts';
import { batchedObject, readObject, upsertedObject, writtenObject } from './objects.ts';
import { propertyList } from './properties.ts';

const marked = 'x-hubspot-correlation-id';
const read = { 400: validationError, 415: unsupportedMediaType, ...always };
const written = { 409: conflict, 423: locked, ...read };

const older = String.raw`v3/objects`;
const partialOld = String.raw`^/crm/(?:${older}|objects/(?:2025-09|2026-03))`;
const newest = String.raw`^/crm/objects/2026-09`;
const objects = String.raw`^/crm/(?:${older}|objects/20\d\d-\d\d)`;
const properties = String.raw`^/crm/(?:v3/properties|properties/20\d\d-\d\d)`;
const oauth = String.raw`^/oauth/(?:v1|v3|20\d\d-\d\d)`;

type Answers = Readonly<Record<number, AnswerSchema>>;

const route = (method: string, path: string, answers: Answers): AnswerRoute => ({
  name: `${method} ${path}`,
  method,
  path: new RegExp(`${path}$`),
  answers,
});

/** A batch in the older versions, and in the newest, which knows no 207. */
const batch = (verb: string, item: Schema, full: 200 | 201, refusals: Answers): AnswerRoute[] => [
  route('POST', `${partialOld}/[^/]+/batch/${verb}`, {
    [full]: whole(item),
    207: partial(item),
    ...refusals,
  }),
  route('POST', `${newest}/[^/]+/batch/${verb}`, {
    200: full === 200 ? wholeOrPartial(item) : partial(item),
    ...(full === 201 && { 201: whole(item) }),
    ...refusals,
  }),
];

/** What HubSpot's addresses answer; the first that fits counts. */
export const hubspotRoutes: readonly AnswerRoute[] = [
  ...batch('create', batchedObject, 201, written),
  ...batch('update', batchedObject, 200, read),
  ...batch('upsert', upsertedObject, 200, written),
  ...batch('read', readObject, 200, read),
  route('POST', `${objects}/[^/]+/merge`, { 200: answer(writtenObject, marked), 404: notFound, ...read }),
  route('POST', `${objects}/[^/]+`, { 201: answer(writtenObject, marked, 'location'), ...written }),
  route('GET', `${objects}/[^/]+/[^/]+`, {
    200: answer(readObject, marked),
    400: validationError,
    404: notFound,
    ...always,
  }),
  route('PATCH', `${objects}/[^/]+/[^/]+`, { 200: answer(writtenObject, marked), 404: notFound, ...written }),
  route('DELETE', `${objects}/[^/]+/[^/]+`, { 204: emptyAnswer(marked), ...always }),
  route('GET', `${properties}/[^/]+`, { 200: answer(propertyList, marked), 400: validationError, ...always }),
  route('GET', String.raw`^/account-info/(?:v3|20\d\d-\d\d)/details`, {
    200: answer(accountDetails, marked),
    ...always,
  }),
  route('POST', `${oauth}/token`, { 200: answer(grantedToken), 400: answer(refusedToken) }),
  route('POST', `${oauth}/token/revoke`, { 204: emptyAnswer(), 400: answer(refusedToken) }),
  route('GET', '^/oauth/authorize', {
    200: answer(page, 'content-security-policy'),
    302: emptyAnswer('location'),
    400: answer(refusedToken),
  }),
  route('POST', '^/oauth/authorize', {
    200: answer(page, 'content-security-policy'),
    302: emptyAnswer('location'),
  }),
  // Whatever else is asked for is not there.
  { name: 'any other', method: '*', path: /^/, answers: { 404: notFound, 405: methodNotAllowed, ...always } },
];
