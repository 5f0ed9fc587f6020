import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { startRedis } from '@writ/local-servers';
import { createClosing } from '@writ/service-kit';
import { testDatabase } from '@writ/test-kit';
import { experiments } from './experiments.ts';
import { startGround, type Ground } from './ground/start-ground.ts';

const closing = createClosing();
let ground: Ground;
beforeAll(async () => {
  const database = closing.add(await testDatabase(), (opened) => opened.drop());
  // Of its own: queues have the same names in every gateway.
  const redis = closing.add(await startRedis(), (server) => server.close());
  const { PATH = '', HOME = '' } = process.env;
  const surroundings = { PATH, HOME };
  ground = await startGround(closing, {
    databaseUrl: database.url,
    redisUrl: redis.url,
    gateways: 2,
    surroundings,
  });
});
afterAll(() => closing.close());

/** Ends what hangs: some start a stack of their own, on a machine that may be busy. */
const limitMs = 1_200_000;
/** Small, and the same in every run. */
const sizes = {
  headers: 200,
  requests: 1_000,
  management: 600,
  race: 40,
  bodies: 64,
  loop: 1,
  fuzz: 600,
  credentials: 20,
  limit: 2,
  secrets: 1,
  addresses: 3,
} as const;

test.each([
  'headers',
  'requests',
  'management',
  'race',
  'bodies',
  'loop',
  'fuzz',
  'credentials',
  'limit',
  'secrets',
  'addresses',
] as const)(
  '%s: every verdict holds but for times, which are for a machine that does nothing else',
  async (name) => {
    const verdicts = await experiments[name].run({ ground, n: sizes[name], seed: 7, tell: () => undefined });
    expect(verdicts.filter(({ holds, timed }) => !holds && !timed)).toEqual([]);
    expect(verdicts.length).toBeGreaterThan(2);
  },
  limitMs,
);
