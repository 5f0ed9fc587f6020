import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { createClosing, createServiceFrame, systemClock } from '@writ/service-kit';
import { createHttpApp, listen } from '../index.ts';

const closing = createClosing();
let port = 0;

beforeAll(async () => {
  const frame = createServiceFrame('test', { LOG_LEVEL: 'error' });
  closing.add(frame.metrics, ({ registry }) => registry.clear());
  const nobody = () => Promise.resolve(undefined);
  const app = createHttpApp({
    ...frame,
    endpoints: [],
    authentication: { findHolder: nobody, findProject: nobody },
    problems: { catalogueUrl: 'http://docs.test/problems' },
    clock: systemClock,
    isUnavailable: () => false,
    isContentFault: () => false,
  });
  ({ port } = closing.add(await listen(app, { port: 0, host: '127.0.0.1' }), (server) => server.close()));
});
afterAll(() => closing.close());

test.each([
  [
    'headers beyond 16 kB',
    `GET / HTTP/1.1\r\nHost: a\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`,
    431,
    'headers-too-large',
  ],
  ['no HTTP at all', 'hello\r\n\r\n', 400, 'invalid-input'],
  [
    'an unknown expectation',
    'GET / HTTP/1.1\r\nHost: a\r\nExpect: wonders\r\n\r\n',
    417,
    'expectation-failed',
  ],
  ['two hosts', 'GET / HTTP/1.1\r\nHost: a\r\nhost: b\r\nConnection: close\r\n\r\n', 400, 'invalid-input'],
  [
    'a transfer coding that is not known',
    'POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n',
    501,
    'transfer-coding-unknown',
  ],
  [
    'a target that is no address',
    'POST http://[::1/v1/x HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n',
    400,
    'invalid-input',
  ],
  [
    'a target without a host',
    'GET http:// HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n',
    400,
    'invalid-input',
  ],
  [
    'a target of another scheme',
    'GET x://h HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n',
    400,
    'invalid-input',
  ],
  ['no host', 'GET / HTTP/1.1\r\nConnection: close\r\n\r\n', 400, 'invalid-input'],
])('%s: a problem like any other', async (_, sent, status, kind) => {
  const socket = connect(port, '127.0.0.1');
  socket.write(sent);
  const answer = await text(socket);
  const [head = '', body = ''] = answer.split('\r\n\r\n');
  expect(head).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
  expect(head).toMatch(/content-type: application\/problem\+json/i);
  const problem = JSON.parse(body) as { requestId: string; instance: string };
  expect(problem.instance).toMatch(/^urn:request:[\w.%-]+$/);
  expect(problem).toMatchObject({ status, type: `http://docs.test/problems/${kind}` });
  expect(head.toLowerCase()).toContain(`x-request-id: ${problem.requestId}`);
});
