export { eventually } from './eventually.ts';
export { manualClock, type ManualClock, type Span } from './manual-clock.ts';
export { startReceiver, type Received, type Receiver, type ReceiverAnswer } from './receiver.ts';
export { seededRandom, type SeededRandom } from './seeded-random.ts';
export { testDatabase, type TestDatabase } from './test-database.ts';
export { testKafka, type TestKafka } from './test-kafka.ts';
export { startProcess, type Exit, type TestProcess, type TestProcessOptions } from './test-process.ts';
export { testRedis, type TestRedis } from './test-redis.ts';
