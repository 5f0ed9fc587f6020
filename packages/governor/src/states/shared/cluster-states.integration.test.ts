import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll } from '@jest/globals';
import { createAppLogger, createClosing } from '@writ/service-kit';
import { testRedisCluster } from '@writ/test-kit';
import { connectedValues } from '../../testing/connected-values.ts';
import { statesConformance } from '../../testing/states-conformance.ts';
import type { SharedValues } from './redis-values.ts';
import { sharedStates } from './shared-states.ts';

const closing = createClosing();
let values: SharedValues;
beforeAll(async () => {
  values = closing.add(await connectedValues(testRedisCluster()), (opened) => opened.close());
});
afterAll(() => closing.close());

statesConformance({
  name: 'a cluster of Redis',
  open: () => ({
    states: sharedStates({
      values,
      logger: createAppLogger({ service: 'test', level: 'error', write: () => undefined }),
      localShare: 1,
      onAlone: () => {
        throw new Error('Redis is away');
      },
    }),
    nowMs: () => performance.now(),
    passMs: (ms) => sleep(ms),
  }),
});
