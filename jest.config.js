/** The reporter whose line ends the output. */
export const closingLine = '<rootDir>/infra/lab/test-kit/src/jest/closing-line-reporter.js';

/** Test files run in plain Node: what they import is loaded once for all files of a worker. */
const common = {
  rootDir: import.meta.dirname,
  runner: 'jest-light-runner/child-process',
  transform: {},
  setupFiles: ['<rootDir>/infra/lab/test-kit/src/jest/provide-globals.js'],
  testPathIgnorePatterns: ['/node_modules/', '/generated/'],
};

/** Tests that need servers; a run begins by starting them. */
export const integration = {
  ...common,
  displayName: 'integration',
  testMatch: ['<rootDir>/{packages,services,infra/lab}/*/src/**/*.integration.test.ts'],
  globalSetup: '<rootDir>/infra/lab/test-kit/src/jest/global-setup.ts',
  globalTeardown: '<rootDir>/infra/lab/test-kit/src/jest/global-teardown.ts',
};

/** @type {import('jest').Config} */
export default {
  projects: [
    {
      ...common,
      displayName: 'unit',
      testMatch: ['<rootDir>/{packages,services,infra/lab}/*/src/**/*.test.ts'],
      testPathIgnorePatterns: [...common.testPathIgnorePatterns, '\\.(integration|long)\\.test\\.ts$'],
    },
    integration,
  ],
  testSequencer: '<rootDir>/infra/lab/test-kit/src/jest/longest-first.js',
  maxWorkers: 3,
  reporters: ['default', closingLine],
};
