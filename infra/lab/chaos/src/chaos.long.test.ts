import { experimentNames, experiments } from './experiments.ts';
import { testExperiments } from './testing/test-experiments.ts';

testExperiments(experimentNames, { sizeOf: (name) => experiments[name].usualN, environment: process.env });
