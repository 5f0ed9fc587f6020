import { isLongRun } from './test-environment.ts';

/**
 * Runs of a model-based test, for fast-check: `usual` with a fixed seed in `npm test`; every night twenty times as
 * many, with a seed that failures report.
 */
export const modelRuns = (usual: number): { numRuns: number; seed?: number } =>
  isLongRun() ? { numRuns: usual * 20 } : { numRuns: usual, seed: 1 };
