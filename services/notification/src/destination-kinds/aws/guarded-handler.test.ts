import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { startReceiver, type Receiver } from '@writ/test-kit';
import { Agent } from 'undici';
import { guardedHandler } from './guarded-handler.ts';

const agent = new Agent();
let receiver: Receiver;
beforeAll(async () => {
  receiver = await startReceiver();
});
afterAll(async () => {
  await agent.close();
  await receiver.close();
});

/** The client would need most of a minute to read it. */
const slowToRead = '<!DOCTYPE a>'.repeat(80_000);

test.each([
  { what: 'a refusal', status: 403, readsSuccess: true, gotBytes: 16_384 },
  { what: 'a refusal where only the status counts', status: 403, readsSuccess: false, gotBytes: 16_384 },
  { what: 'a success', status: 200, readsSuccess: true, gotBytes: slowToRead.length },
  { what: 'a success where only the status counts', status: 200, readsSuccess: false, gotBytes: 0 },
])('of the body of $what the client gets $gotBytes bytes', async ({ status, readsSuccess, gotBytes }) => {
  receiver.answerNext({ status, body: slowToRead });
  const { handler, answerTo } = guardedHandler(agent, { readsSuccess });
  const abortSignal = new AbortController().signal;
  const { hostname, port } = new URL(receiver.url);
  const request = { method: 'PUT', protocol: 'http:', hostname, port: Number(port), path: '/', headers: {} };
  const { response } = await handler.handle(request, { abortSignal });
  const body = response.body as Buffer;
  expect({ status: response.statusCode, gotBytes: body.length }).toEqual({ status, gotBytes });
  expect(answerTo(abortSignal)).toMatchObject({ status, excerpt: slowToRead.slice(0, 2_048) });
});
