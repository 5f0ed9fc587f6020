import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { describeHost } from '@writ/docs';
import { endpoint, ok } from '@writ/http';
import { openApiWitness } from './open-api-witness.ts';

const document = describeHost({
  endpoints: [
    endpoint({
      method: 'get',
      path: '/things',
      access: 'admin',
      summary: 'Things',
      answers: { 200: { $id: 'ThingList', type: 'array', items: { type: 'string' } } },
      handle: () => Promise.resolve(ok([])),
    }),
  ],
  api: { title: 'Things', description: 'About things.', tags: {} },
  problems: { catalogueUrl: 'http://docs.test/problems' },
});

let asked = 0;
const server = createServer((_request, response) => {
  asked += 1;
  response.setHeader('Content-Type', 'application/json');
  response.end(JSON.stringify(document));
});
let origin = '';
beforeAll(async () => {
  await once(server.listen(0, '127.0.0.1'), 'listening');
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => void server.close());

const json = { method: 'GET', status: 200, type: 'application/json; charset=utf-8' };

test('an answer as its host describes it passes, and the host is asked for its description once', async () => {
  const witness = openApiWitness();
  const url = `${origin}/v1/things?x=1`;
  await Promise.all([witness({ ...json, url, body: [] }), witness({ ...json, url, body: ['a'] })]);
  expect(asked).toBe(1);
});

test('an answer of another form, media type or status is told', async () => {
  const witness = openApiWitness();
  const url = `${origin}/v1/things`;
  await expect(witness({ ...json, url, body: [1] })).rejects.toThrow('must be string');
  await expect(witness({ ...json, url, type: 'text/plain', body: [] })).rejects.toThrow('is text/plain');
  await expect(witness({ ...json, url, status: 201, body: [] })).rejects.toThrow('not in the OpenAPI');
});

test('what is not below /v1 passes without a look', async () => {
  await openApiWitness()({ ...json, url: 'http://127.0.0.1:1/livez', body: {} });
});
