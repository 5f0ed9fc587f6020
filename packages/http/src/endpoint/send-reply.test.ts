import { createServer } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test } from '@jest/globals';
import { createClosing, systemClock } from '@writ/service-kit';
import { eventually } from '@writ/test-kit';
import express from 'express';
import { request } from 'undici';
import { createUnreadAnswers } from '../host/unread-answers.ts';
import { ok } from '../endpoint.ts';
import { sendReply } from './send-reply.ts';

let closing = createClosing();
afterEach(async () => {
  await closing.close();
  closing = createClosing();
});

async function serve(body: unknown, mediaType?: 'application/x-ndjson'): Promise<string> {
  const app = express();
  const unread = createUnreadAnswers({ clock: systemClock });
  app.get('/', (_request, response) =>
    sendReply(response, ok(body), { unread, ...(mediaType && { mediaType }) }).catch(() =>
      response.destroy(),
    ),
  );
  const server = createServer(app).listen(0, '127.0.0.1');
  closing.add(server, () => new Promise<void>((resolve) => server.close(() => resolve())));
  await once(server, 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
}

test.each([
  [200, 10_000],
  [10, 1_000_000],
])('between the parts of a list of %d members the process does other things', async (length, characters) => {
  let made = 0;
  const seen = new Set<number>();
  const text = 'x'.repeat(characters);
  const member = { toJSON: () => (made++, { text }) };
  const url = await serve(Array.from({ length }, () => member));
  let isOver = false;
  const look = (): void => {
    seen.add(made);
    if (!isOver) setImmediate(look);
  };
  look();
  const answer = await request(url);
  const list = await answer.body.json();
  isOver = true;
  expect(list).toEqual(Array(length).fill({ text }));
  expect(answer.headers['content-type']).toBe('application/json; charset=utf-8');
  expect([...seen].filter((count) => count > 0 && count < length)).not.toEqual([]);
});

test.each([0, 1, 8, 9, 51])('a list of %d arrives whole', async (length) => {
  const list = Array.from({ length }, (_, at) => ({ at }));
  const answer = await request(await serve(list));
  expect(await answer.body.json()).toEqual(list);
});

test('an answer of many steps arrives whole', async () => {
  const body = { texts: Array.from({ length: 3 }, (_, at) => 'é'.repeat(400_000 + at)) };
  const answer = await request(await serve(body));
  expect(answer.headers['content-length']).toBe(String(Buffer.byteLength(JSON.stringify(body))));
  expect(await answer.body.json()).toEqual(body);
});

test('a list that nobody reads is made into its text all the same: it takes more memory itself', async () => {
  let made = 0;
  const member = { toJSON: () => (made++, 'x'.repeat(100_000)) };
  const unread = await request(await serve(Array.from({ length: 500 }, () => member)));
  await eventually(() => made === 500);
  const closed = new Promise((resolve) => unread.body.once('close', resolve));
  unread.body.on('error', () => undefined).destroy();
  await closed;
});

test('the process goes on after a caller that goes away in the middle of a long list', async () => {
  const url = await serve(Array.from({ length: 200 }, () => 'x'.repeat(100_000)));
  const gone = await request(url);
  const closed = new Promise((resolve) => gone.body.once('close', resolve));
  gone.body.on('error', () => undefined).destroy();
  await closed;
  expect(((await (await request(url)).body.json()) as unknown[]).length).toBe(200);
});

test('a stream arrives whole, and no part is made long before its predecessor was read', async () => {
  let made = 0;
  // Sockets take some megabytes before anything is read.
  const parts = Array.from({ length: 30 }, (_, at) => `${at}${'é'.repeat(500_000)}\n`);
  async function* body() {
    for (const part of parts) {
      made += 1;
      yield await Promise.resolve(part);
    }
  }
  const answer = await request(await serve(body(), 'application/x-ndjson'));
  expect(answer.headers['content-type']).toBe('application/x-ndjson');
  expect(made).toBeLessThan(parts.length);
  expect(await answer.body.text()).toBe(parts.join(''));
});

test('a stream that fails is cut, so that nobody takes it for whole', async () => {
  async function* body() {
    yield await Promise.resolve('{"part":1}\n');
    throw new Error('The database is away.');
  }
  const answer = await request(await serve(body(), 'application/x-ndjson'));
  await expect(answer.body.text()).rejects.toThrow();
});
