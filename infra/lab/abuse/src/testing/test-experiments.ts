import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { startRedis } from '@writ/local-servers';
import { createClosing } from '@writ/service-kit';
import { testServers } from '@writ/stack/testing';
import { testDatabase } from '@writ/test-kit';
import { experiments, type ExperimentName } from '../experiments.ts';
import { startGround, type Ground } from '../ground/start-ground.ts';

type Options = { seed: number; environment: { PATH?: string; HOME?: string } };

export function testExperiments(
  sizes: Readonly<Partial<Record<ExperimentName, number>>>,
  { seed, environment }: Options,
): void {
  const { PATH = '', HOME = '' } = environment;
  const closing = createClosing();
  let ground: Ground;
  beforeAll(async () => {
    const newDatabase = async () => closing.add(await testDatabase(), (opened) => opened.drop()).url;
    // Of its own: queues have the same names in every gateway.
    const redis = closing.add(await startRedis(), (server) => server.close());
    const surroundings = { PATH, HOME };
    ground = await startGround(closing, {
      databaseUrl: await newDatabase(),
      redisUrl: redis.url,
      gateways: 2,
      surroundings,
      newDatabase,
      servers: testServers(closing),
    });
  });
  afterAll(() => closing.close());

  test.each(Object.entries(sizes) as [ExperimentName, number][])(
    `%s: every verdict holds, those of time apart, which need an idle machine (seed ${seed})`,
    async (name, n) => {
      const verdicts = await experiments[name].run({ ground, n, seed, tell: () => undefined });
      expect(verdicts.filter(({ holds, timed }) => !holds && !timed)).toEqual([]);
      expect(verdicts.length).toBeGreaterThan(2);
    },
  );
}
