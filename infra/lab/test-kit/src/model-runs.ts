import { isLongRun } from './test-environment.ts';

/**
 * How often a model-based test runs, for fast-check: `usual` times with the same seed in
 * `npm test`, each night twenty times as often with a seed that a failure reports.
 */
export const modelRuns = (usual: number): { numRuns: number; seed?: number } =>
  isLongRun() ? { numRuns: usual * 20 } : { numRuns: usual, seed: 1 };
