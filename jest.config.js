const common = {
  rootDir: import.meta.dirname,
  transform: {
    '^.+\\.ts$': [
      '@swc/jest',
      { jsc: { parser: { syntax: 'typescript' }, target: 'es2024' }, module: { type: 'es6' } },
    ],
  },
  extensionsToTreatAsEsm: ['.ts'],
  testPathIgnorePatterns: ['/node_modules/', '/generated/'],
};

/** @type {import('jest').Config} */
export default {
  projects: [
    {
      ...common,
      displayName: 'unit',
      testMatch: ['<rootDir>/{packages,services,infra/lab}/*/src/**/*.test.ts'],
      testPathIgnorePatterns: [...common.testPathIgnorePatterns, '\\.integration\\.test\\.ts$'],
    },
    {
      ...common,
      displayName: 'integration',
      testMatch: ['<rootDir>/{packages,services,infra/lab}/*/src/**/*.integration.test.ts'],
      globalSetup: '<rootDir>/infra/lab/test-kit/src/jest/global-setup.ts',
      globalTeardown: '<rootDir>/infra/lab/test-kit/src/jest/global-teardown.ts',
    },
  ],
  // Ends what hangs; a test on a busy machine takes as long as it takes.
  testTimeout: 900_000,
  maxWorkers: 2,
  reporters: ['default', '<rootDir>/infra/lab/test-kit/src/jest/closing-line-reporter.js'],
};
