import { testExperiments } from './testing/test-experiments.ts';

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
};

testExperiments(sizes, { seed: 7, environment: process.env });
