import { testExperiments } from './testing/test-experiments.ts';

const names = ['f1', 'f3', 'f6', 'f7', 'f10b', 'f12', 'f23', 'f26'] as const;

// Of fewer, none may be under way when something is killed.
const sizeOf = (name: string) => (['f1', 'f10b'].includes(name) ? 500 : 100);

testExperiments(names, { sizeOf, environment: process.env });
