import { testExperiments } from './testing/test-experiments.ts';

/** Small, and the same in every run. */
const sizes = {
  headers: 200,
  race: 40,
  bodies: 64,
  loop: 1,
  credentials: 20,
  fuzz: 2_000,
  limit: 2,
  secrets: 1,
  addresses: 3,
};

testExperiments(sizes, { seed: 7, environment: process.env });
