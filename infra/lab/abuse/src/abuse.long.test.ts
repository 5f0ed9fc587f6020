import { randomInt } from 'node:crypto';
import { experiments } from './experiments.ts';
import { testExperiments } from './testing/test-experiments.ts';

const sizes = Object.fromEntries(Object.entries(experiments).map(([name, { usualN }]) => [name, usualN]));

// Each night draws others; the title of a test that fails tells them.
const seed = randomInt(2 ** 31);
testExperiments(sizes, { seed, environment: process.env });
