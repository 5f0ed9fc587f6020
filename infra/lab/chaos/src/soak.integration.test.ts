import { afterAll } from '@jest/globals';
import { createClosing } from '@writ/service-kit';
import { testServers } from '@writ/stack/testing';
import { testExperiments } from './testing/test-experiments.ts';

const closing = createClosing();
afterAll(() => closing.close());

// Its own file: it mostly waits, so it runs beside others.
const seconds = 120;

testExperiments(['f24'], {
  sizeOf: () => seconds,
  environment: process.env,
  servers: testServers(closing),
});
