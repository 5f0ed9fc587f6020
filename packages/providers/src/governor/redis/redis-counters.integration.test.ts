import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll } from '@jest/globals';
import { createAppLogger, createClosing } from '@writ/service-kit';
import { testRedis } from '@writ/test-kit';
import { countersConformance } from '../counters-conformance.ts';
import { redisCounters } from './redis-counters.ts';

const closing = createClosing();
const redis = closing.add(testRedis(), (opened) => opened.clear());
const logger = createAppLogger({ service: 'test', level: 'error', write: () => undefined });
afterAll(() => closing.close());

countersConformance({
  name: 'Redis',
  open: () => {
    const options = { redisUrl: redis.url, prefix: redis.prefix, logger };
    const counters = closing.add(redisCounters(options), (opened) => opened.close());
    // The breaker's times pass in Redis: a wait for them cannot come too early.
    return { counters, passMs: (ms) => sleep(ms) };
  },
});
