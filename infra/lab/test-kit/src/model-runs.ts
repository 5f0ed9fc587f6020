/**
 * How often a model-based test runs, for fast-check: `usual` times with the same seed in
 * `npm test`, each night twenty times as often with a seed that a failure reports.
 */
export function modelRuns(usual: number): { numRuns: number; seed?: number } {
  return process.env['WRIT_TEST_LONG'] === undefined ? { numRuns: usual, seed: 1 } : { numRuns: usual * 20 };
}
