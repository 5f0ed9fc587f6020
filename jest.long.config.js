import usual, { closingLine, integration } from './jest.config.js';

/** @type {import('jest').Config} The experiments at full size. */
export default {
  ...usual,
  projects: [
    {
      ...integration,
      displayName: 'long',
      testMatch: ['<rootDir>/infra/lab/*/src/**/*.long.test.ts'],
    },
  ],
  reporters: ['default', [closingLine, { mostMinutes: 340 }]],
};
