import { createServer } from 'node:http';
import { once } from 'node:events';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { afterEach, expect, test } from '@jest/globals';
import { createClosing } from '@writ/service-kit';
import { eventually } from '@writ/test-kit';
import express, { type ErrorRequestHandler, type Response } from 'express';
import { ok } from '../endpoint.ts';
import { sendReply } from '../endpoint/send-reply.ts';
import { NoRoom } from './memory-room.ts';
import { createUnreadAnswers } from './unread-answers.ts';

let closing = createClosing();
afterEach(async () => {
  await closing.close();
  closing = createClosing();
});

/** Of which a connection takes a sixth by itself, at most. */
const answerBytes = 60_000_000;
/** Of two answers, but not of three, whatever their connections take. */
const mostBytes = 130_000_000;
const now = new Date('2026-01-01T00:00:00Z');

/** A host that answers every request with the same large answer. */
async function serve(patienceMs: number) {
  const unread = createUnreadAnswers({ mostBytes, patienceMs, clock: { now: () => now } });
  const responses: Response[] = [];
  const refused: unknown[] = [];
  const app = express().use((_request, response) => {
    responses.push(response);
    return sendReply(response, ok('x'.repeat(answerBytes - 2)), { unread });
  });
  const onError: ErrorRequestHandler = (error, _request, response, _next) => {
    refused.push(error);
    response.status(503).end();
  };
  app.use(onError);
  const server = createServer(app).listen(0, '127.0.0.1');
  closing.add(server, (opened) => {
    opened.closeAllConnections();
    opened.close();
  });
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  /** Asks, and reads nothing of what is answered until `read`. */
  const ask = async (method = 'GET') => {
    const socket = closing.add(connect(port, '127.0.0.1'), (opened) => opened.destroy());
    socket.on('error', () => undefined);
    socket.write(`${method} / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`);
    const answered = responses.length;
    await eventually(() => responses.length > answered && responses[answered]?.headersSent === true);
    return socket;
  };
  return { ask, responses, refused };
}

/** @param pauseAfter so many bytes, and is quiet until it is resumed */
function read(socket: Socket, pauseAfter = Number.POSITIVE_INFINITY) {
  let bytes = 0;
  const paused = new Promise<void>((resolve) => {
    socket.on('data', (chunk: Buffer) => {
      if (bytes <= pauseAfter && bytes + chunk.length > pauseAfter) resolve(void socket.pause());
      bytes += chunk.length;
    });
  });
  const whole = once(socket, 'close').then(() => bytes > answerBytes);
  return { paused, whole };
}

test('while all that is kept is being read, another large answer to a GET is refused, and those go on', async () => {
  const { ask, refused } = await serve(600_000);
  const [first, second] = [await ask(), await ask()];
  await ask();
  expect(refused).toEqual([new NoRoom('Other answers take the memory that this host has for them.', now)]);
  expect(await Promise.all([read(first).whole, read(second).whole])).toEqual([true, true]);
  expect(await read(await ask()).whole).toBe(true);
});

test('who reads nothing makes room for others, and his line in the log says so; who reads has his answer whole', async () => {
  const { ask, responses, refused } = await serve(0);
  const slow = await ask();
  const silent = await ask();
  const reading = read(slow, answerBytes / 3);
  await reading.paused;
  expect(await read(await ask()).whole).toBe(true);
  expect(refused).toEqual([]);
  slow.resume();
  expect(await reading.whole).toBe(true);
  expect(await read(silent).whole).toBe(false);
  expect(responses[1]?.locals['about']).toEqual({ unreadBytes: expect.any(Number) });
});

test('what something else than a read has done is answered, though there is no room for it', async () => {
  const { ask, refused } = await serve(600_000);
  const silent = [await ask(), await ask()];
  expect(await read(await ask('POST')).whole).toBe(true);
  expect(refused).toEqual([]);
  const whole = await Promise.all(silent.map((socket) => read(socket).whole));
  expect(whole.toSorted()).toEqual([false, true]);
});
