import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { experiments } from './experiments.ts';
import { runExperiment } from './run-experiment.ts';

/** These end what hangs: three servers and up to eight programs start and die on a machine that may be busy. */
const limitMs = 1_200_000;
const leastWaitMs = 600_000;
/** Of writes or events. */
const sizes = { f1: 500, f3: 500, f6: 500, f7: 500, f10b: 500, f12: 500, f23: 100, f26: 100 } as const;
const seed = 7;

let dataDir: string;
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'writ-chaos-'));
});
afterEach(() => rm(dataDir, { recursive: true, force: true }));

test.each(['f1', 'f3', 'f6', 'f7', 'f10b', 'f12', 'f23', 'f26'] as const)(
  '%s: every verdict holds but for the time that it takes, which is for a machine that does nothing else',
  async (name) => {
    const { verdicts } = await runExperiment(experiments[name], {
      name,
      n: sizes[name],
      seed,
      dataDir,
      leastWaitMs,
      historyFile: join(dataDir, 'history.jsonl'),
      environment: { PATH: process.env['PATH'] ?? '', HOME: process.env['HOME'] ?? '' },
      tell: () => undefined,
    });
    expect(verdicts.filter(({ holds, timed }) => !holds && !timed)).toEqual([]);
    expect(verdicts.length).toBeGreaterThan(5);
  },
  limitMs,
);
