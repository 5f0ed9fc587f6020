import { afterAll } from '@jest/globals';
import { createClosing } from '@writ/service-kit';
import { testServers } from '@writ/stack/testing';
import { testExperiments } from './testing/test-experiments.ts';

const closing = createClosing();
afterAll(() => closing.close());

// The last two kill the reader of Kafka, whose successor waits until Kafka misses it.
const names = ['f1', 'f12', 'f6', 'f7', 'f23', 'f26', 'f10b'] as const;

// Of fewer, none may be in flight when something is killed.
const sizes: Readonly<Record<string, number>> = { f1: 300, f10b: 500 };

// Alerts without a minimum time, which a small run is too short for. A run on a slow machine is long enough to see that
// events need neither gateway nor worker.
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
