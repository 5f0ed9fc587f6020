import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
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
    const dataDir = closing.add(await mkdtemp(join(tmpdir(), 'writ-abuse-')), (dir) =>
      rm(dir, { recursive: true, force: true }),
    );
    ground = await startGround(closing, {
      dataDir,
      gateways: 2,
      environment: { PATH, HOME },
      newDatabase,
      tell: () => undefined,
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
