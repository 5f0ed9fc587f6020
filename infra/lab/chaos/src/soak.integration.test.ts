import { afterAll } from '@jest/globals';
import { createClosing } from '@writ/service-kit';
import { testServers } from '@writ/stack/testing';
import { testExperiments } from './testing/test-experiments.ts';

const closing = createClosing();
afterAll(() => closing.close());

// Mostly waits, so as a separate file it runs beside others.
const seconds = 120;

testExperiments(['f24'], {
  sizeOf: () => seconds,
  environment: process.env,
  servers: testServers(closing),
});
