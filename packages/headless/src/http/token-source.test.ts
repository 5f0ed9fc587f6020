import { expect, test } from '@jest/globals';
import { WritTokenError } from '../errors.ts';
import { createTokenSource } from './token-source.ts';

const start = Date.parse('2026-11-21T10:00:00Z');
const inBase64Url = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
/** A token as backends make them; only its end counts here. */
const tokenUntil = (endsAt: number, name = 'ö') =>
  `${inBase64Url({ alg: 'EdDSA' })}.${inBase64Url({ exp: endsAt / 1_000, name })}.signature`;

function sourceOf(answers: (() => unknown)[]) {
  let now = start;
  let asked = 0;
  const source = createTokenSource(
    async () => {
      const answer = answers[asked];
      asked += 1;
      await Promise.resolve();
      return answer?.() as string;
    },
    { now: () => now, timeoutMs: 1_000 },
  );
  return { ...source, asked: () => asked, advance: (ms: number) => (now += ms) };
}

test('a token is kept until 30 s before its end', async () => {
  const tokens = [300_000, 600_000].map((ms) => tokenUntil(start + ms));
  const source = sourceOf(tokens.map((token) => () => token));
  source.advance(0);
  expect(await source.token()).toBe(tokens[0]);
  source.advance(269_999);
  expect(await source.token()).toBe(tokens[0]);
  source.advance(1);
  expect(await source.token()).toBe(tokens[1]);
  expect(source.asked()).toBe(2);
});

test.each([
  ['behind', -3_600_000],
  ['ahead', 3_600_000],
])('the end counts by the clock of the server, however far %s ours is', async (_, offMs) => {
  const tokens = [300_000, 600_000].map((ms) => tokenUntil(start - offMs + ms));
  const source = sourceOf([...tokens, ...tokens].map((token) => () => token));
  source.serverTime(start - offMs);
  expect(await source.token()).toBe(tokens[0]);
  source.advance(269_999);
  await source.token();
  expect(source.asked()).toBe(1);
  source.advance(1);
  expect(await source.token()).toBe(tokens[1]);
});

test('who asks at the same time gets the same token, and a refused one is replaced once', async () => {
  const tokens = ['a', 'b'].map((name) => tokenUntil(start + 300_000, name));
  const source = sourceOf(tokens.map((token) => () => token));
  expect(await Promise.all([source.token(), source.token(), source.token()])).toEqual([
    tokens[0],
    tokens[0],
    tokens[0],
  ]);
  expect(await Promise.all([source.token(tokens[0]), source.token(tokens[0])])).toEqual([
    tokens[1],
    tokens[1],
  ]);
  expect(await source.token(tokens[0])).toBe(tokens[1]);
  expect(source.asked()).toBe(2);
});

test('what is no token is told so, and asked for again', async () => {
  const good = tokenUntil(start + 300_000);
  const source = sourceOf([
    () => {
      throw new Error('signed out');
    },
    () => 'no token',
    () => undefined,
    () => good,
  ]);
  const first = source.token();
  await expect(first).rejects.toThrow(WritTokenError);
  await expect(first).rejects.toMatchObject({ cause: new Error('signed out') });
  await expect(source.token()).rejects.toThrow('`getToken` gave no JSON Web Token.');
  await expect(source.token()).rejects.toThrow(WritTokenError);
  expect(await source.token()).toBe(good);
});

test('a backend that never answers keeps nobody waiting for ever, and is told that nobody waits', async () => {
  let told: AbortSignal | undefined;
  const source = createTokenSource((signal) => new Promise(() => (told = signal)), {
    now: () => start,
    timeoutMs: 5,
  });
  await expect(source.token()).rejects.toThrow(WritTokenError);
  expect(told?.aborted).toBe(true);
});
