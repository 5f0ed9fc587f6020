import { expect, test } from '@jest/globals';
import { describeHost } from '@writ/docs';
import { endpoint, noContent, type Endpoint } from '@writ/http';
import { Refusal, notFound, toProblem } from '@writ/problems';
import { assertMatchesOpenApi, type SeenAnswer } from './assert-matches-open-api.ts';

const thing = {
  $id: 'Thing',
  type: 'object',
  additionalProperties: false,
  required: ['name'],
  properties: { name: { type: 'string' } },
} as const;
const ofThings = (method: 'get' | 'delete', path: string, answers: Endpoint['answers']): Endpoint =>
  endpoint({
    method,
    path,
    answers,
    access: 'admin',
    summary: 'Things',
    handle: () => Promise.resolve(noContent()),
  });
const problems = { catalogueUrl: 'http://docs.test/problems' };
const problemOf = (refusal: Refusal) =>
  toProblem(refusal, { requestId: 'one', now: new Date() }, problems).body;
const document = describeHost({
  endpoints: [
    ofThings('get', '/things/:thingId', { 200: thing }),
    ofThings('delete', '/things/:thingId', { 204: null }),
    ofThings('get', '/things/:thingId\\:list', { 200: { type: 'array', items: thing } }),
  ],
  api: { title: 'Things', description: 'About things.', tags: {} },
  problems,
});

test.each<[string, SeenAnswer]>([
  ['a body as it is declared', { method: 'GET', path: '/v1/things/1', status: 200, body: { name: 'x' } }],
  [
    'the path that says most',
    { method: 'GET', path: '/v1/things/1:list?a=b', status: 200, body: [{ name: 'x' }] },
  ],
  ['no body where there is none', { method: 'DELETE', path: '/v1/things/1', status: 204, body: '' }],
  [
    'a refusal that all endpoints share',
    {
      method: 'GET',
      path: '/v1/things/1',
      status: 404,
      body: problemOf(notFound('path', 'thingId', '1', 'There is none.')),
    },
  ],
  [
    'a method that the address does not have',
    {
      method: 'PUT',
      path: '/v1/things/1',
      status: 405,
      body: problemOf(new Refusal('method-not-allowed')),
    },
  ],
])('%s passes', (_, seen) => {
  expect(() => assertMatchesOpenApi(document, seen)).not.toThrow();
});

test.each<[string, SeenAnswer, RegExp]>([
  ['another form', { method: 'GET', path: '/v1/things/1', status: 200, body: { nmae: 'x' } }, /name/],
  ['a status that is not declared', { method: 'GET', path: '/v1/things/1', status: 201 }, /201 is not in/],
  ['an address that is not declared', { method: 'GET', path: '/v1/none', status: 200 }, /not in/],
  [
    'a body where there is none',
    { method: 'DELETE', path: '/v1/things/1', status: 204, body: { ok: true } },
    /has a body/,
  ],
  [
    'a refusal that is no problem',
    { method: 'GET', path: '/v1/things/1', status: 500, body: { error: 'no' } },
    /is not as/,
  ],
])('%s is refused', (_, seen, fault) => {
  expect(() => assertMatchesOpenApi(document, seen)).toThrow(fault);
});
