import usual, { closingLine, integration } from './jest.config.js';

// Model-based tests run more often, with other seeds.
process.env['WRIT_TEST_LONG'] = '1';

/** @type {import('jest').Config} The experiments at full size. */
export default {
  ...usual,
  projects: [
    {
      ...integration,
      displayName: 'long',
      testMatch: [
        '<rootDir>/infra/lab/*/src/**/*.long.test.ts',
        '<rootDir>/packages/{operation,lanes}/src/**/{operation-states,protocol,updates-in-order,no-work-forgotten}.integration.test.ts',
        '<rootDir>/services/notification/src/delivery/delivery-states.integration.test.ts',
      ],
    },
  ],
  reporters: ['default', [closingLine, { mostMinutes: 340 }]],
};
