import { afterAll } from '@jest/globals';
import { createClosing } from '@writ/service-kit';
import { testServers } from '@writ/stack/testing';
import { testExperiments } from './testing/test-experiments.ts';

const closing = createClosing();
afterAll(() => closing.close());

// The last two kill the reader of Kafka; its successor waits until Kafka notices.
const names = ['f1', 'f12', 'f6', 'f7', 'f23', 'f26', 'f10b'] as const;

// With fewer, none may be in flight at a kill.
const sizes: Readonly<Record<string, number>> = { f1: 300, f10b: 500 };

// Alerts without a minimum time. A run on a slow machine is long enough to show that events need neither gateway nor
// worker.
const may = ['WritFinding service-absent'];
const alertsOf = {
  f6: { fire: ['WritWakeUpsLost'], may: ['WritProcessDown'] },
  f12: { fire: ['WritDeadLetters'], may },
  f23: { fire: ['WritDestinationsDisabled'], may },
};

testExperiments(names, {
  alertsOf,
  sizeOf: (name) => sizes[name] ?? 100,
  environment: process.env,
  servers: testServers(closing),
});
