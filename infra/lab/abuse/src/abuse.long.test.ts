import { randomInt } from 'node:crypto';
import { experiments } from './experiments.ts';
import { testExperiments } from './testing/test-experiments.ts';

const sizes = Object.fromEntries(Object.entries(experiments).map(([name, { usualN }]) => [name, usualN]));

// New every night; the title of a failed test shows it.
const seed = randomInt(2 ** 31);
testExperiments(sizes, { seed, environment: process.env });
