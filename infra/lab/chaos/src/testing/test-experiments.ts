import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import type { SubjectServers } from '@writ/stack';
import type { ExpectedAlerts } from '../experiment.ts';
import { experiments, type ExperimentName } from '../experiments.ts';
import { runExperiment } from '../run-experiment.ts';

/** For hangs: three servers and up to eight programs start and die on a busy machine. */
const leastWaitMs = 600_000;
const seed = 7;

type Options = {
  sizeOf: (name: ExperimentName) => number;
  environment: { PATH?: string; HOME?: string };
  servers?: () => Promise<SubjectServers>;
  /** For small runs. */
  alertsOf?: Readonly<Partial<Record<ExperimentName, ExpectedAlerts>>>;
};

export function testExperiments(
  names: readonly ExperimentName[],
  { sizeOf, environment, servers, alertsOf = {} }: Options,
): void {
  const { PATH = '', HOME = '' } = environment;
  let dataDir: string;
  beforeEach(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'writ-chaos-'));
  });
  afterEach(() => rm(dataDir, { recursive: true, force: true }));

  test.each(names)(
    '%s: every verdict holds, those of time apart, which need an idle machine',
    async (name) => {
      const { verdicts } = await runExperiment(experiments[name], {
        n: sizeOf(name),
        seed,
        dataDir,
        leastWaitMs,
        environment: { PATH, HOME },
        servers: await servers?.(),
        alerts: alertsOf[name],
        tell: () => undefined,
      });
      expect(verdicts.filter(({ holds, timed }) => !holds && !timed)).toEqual([]);
      expect(verdicts.length).toBeGreaterThan(5);
    },
  );
}
