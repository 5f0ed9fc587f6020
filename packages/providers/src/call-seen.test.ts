import { expect, test } from '@jest/globals';
import { callSeen, watchCalls } from './call-seen.ts';

const seen = (endpoint: string) => ({ endpoint, status: 200 });

test.each([
  [['GET /a', 'GET /b'], 'GET /b'],
  [['POST /search', 'PATCH /a'], 'PATCH /a'],
  [['GET /a', 'PATCH /a', 'GET /a'], 'PATCH /a'],
])('of the calls %j an attempt is known by %s', (endpoints, known) => {
  const { onCall, told } = watchCalls();
  expect(told()).toBeUndefined();
  for (const endpoint of endpoints) onCall(seen(endpoint));
  expect(told()).toEqual(seen(known));
});

test('a call is told without its parameters, and without what is no name of a request', () => {
  const request = { method: 'GET', path: '/query?q=SELECT+Id' };
  expect(callSeen(request)).toEqual({ endpoint: 'GET /query' });
  expect(callSeen(request, { status: 200, correlationId: undefined })).toEqual({
    endpoint: 'GET /query',
    status: 200,
  });
  expect(callSeen(request, { status: 429, correlationId: 'a-b' })).toMatchObject({ correlationId: 'a-b' });
  expect(callSeen(request, { status: 429, correlationId: 'a b' })).not.toHaveProperty('correlationId');
});
