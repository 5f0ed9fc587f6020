import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { createAppLogger } from '@writ/service-kit';
import { eventually, testDatabase, testRedis, testRedisCluster, type TestDatabase } from '@writ/test-kit';
import type { JobQueue } from './open-job-queue.ts';
import { openTestQueue } from './testing/open-test-queue.ts';

const anHourMs = 3_600_000;
const logger = createAppLogger({ service: 'test', level: 'error' });

type Server = {
  backend: { redisUrl: string } | { postgresUrl: string };
  prefix: string;
  close(): Promise<void>;
};

const onRedis = ({ url, prefix, clear } = testRedis()): Promise<Server> => {
  return Promise.resolve({ backend: { redisUrl: url }, prefix, close: clear });
};
const onCluster = (): Promise<Server> => onRedis(testRedisCluster());
const onPostgres = async (): Promise<Server> => {
  const database: TestDatabase = await testDatabase();
  return { backend: { postgresUrl: database.url }, prefix: 'bullmq', close: database.drop };
};

describe.each([
  ['Redis', () => onRedis()],
  ['a cluster of Redis', onCluster],
  ['Postgres', onPostgres],
])('a queue on %s', (_, startServer) => {
  let server: Server;
  const open: JobQueue[] = [];
  let queues = 0;

  beforeAll(async () => {
    server = await startServer();
  });
  afterEach(async () => {
    await Promise.all(open.splice(0).map((queue) => queue.close()));
  });
  afterAll(() => server.close());

  const openQueue = async (name = `queue-${(queues += 1)}`): Promise<JobQueue> => {
    const { backend, prefix } = server;
    const queue = await openTestQueue({ backend, prefix, name, logger });
    open.push(queue);
    return queue;
  };

  /** A handler that tells what it does, and ends a run only when it is let go. */
  const heldHandler = () => {
    const runs: { laneId: string; letGo: () => void }[] = [];
    let active = 0;
    let most = 0;
    const handler = async (laneId: string): Promise<void> => {
      active += 1;
      most = Math.max(most, active);
      await new Promise<void>((resolve) => runs.push({ laneId, letGo: resolve }));
      active -= 1;
    };
    return { runs, handler, mostAtOnce: () => most, idle: () => active === 0 };
  };
  const started = (held: { runs: unknown[] }, count: number) => eventually(() => held.runs.length === count);

  test('runs the handler once for a wake-up', async () => {
    const queue = await openQueue();
    const seen: string[] = [];
    await queue.work((laneId) => Promise.resolve(void seen.push(laneId)), { slots: 2 });
    await queue.wake('lane-1');
    await eventually(() => seen.length === 1);
    await queue.wake('lane-2');
    await eventually(() => seen.length === 2);
    expect(seen).toEqual(['lane-1', 'lane-2']);
  });

  test('tells how long the wake-up that is next has waited, and nothing where none waits', async () => {
    const queue = await openQueue();
    expect(await queue.waitingMs()).toBe(0);
    await queue.wake('lane-1');
    const wokenAtMs = Date.now();
    await eventually(() => Date.now() > wokenAtMs + 20);
    await queue.wake('lane-2');
    // Of what Postgres and Redis hold the time of this machine tells.
    expect(await queue.waitingMs()).toBeGreaterThanOrEqual(20);
    const held = heldHandler();
    await queue.work(held.handler, { slots: 2 });
    await started(held, 2);
    expect(await queue.waitingMs()).toBe(0);
    held.runs.forEach(({ letGo }) => letGo());
  });

  test('counts the wait of a timer from when it has fired', async () => {
    const queue = await openQueue();
    const held = heldHandler();
    await queue.work(held.handler, { slots: 1 });
    await queue.wake('lane-1');
    await started(held, 1);
    const delayMs = 500;
    await queue.wakeAfter('lane-2', delayMs);
    const askedAtMs = Date.now();
    await queue.wakeAfter('lane-3', delayMs);
    const firesAtMs = Date.now() + delayMs;
    await eventually(() => Date.now() > firesAtMs);
    // Both fire as a slot is free: the first one takes it.
    held.runs[0]?.letGo();
    await started(held, 2);
    const waitedMs = await queue.waitingMs();
    const mostMs = Date.now() - askedAtMs - delayMs;
    held.runs[1]?.letGo();
    await started(held, 3);
    held.runs[2]?.letGo();
    expect(waitedMs).toBeGreaterThan(0);
    expect(waitedMs).toBeLessThanOrEqual(mostMs);
  });

  test('a timer that has fired stands in line once: its lane runs before those that were woken after it', async () => {
    const queue = await openQueue();
    const held = heldHandler();
    await queue.work(held.handler, { slots: 1 });
    await queue.wake('first');
    await started(held, 1);
    await queue.wakeAfter('timed', 1);
    const firesAtMs = Date.now() + 1;
    await queue.wake('second');
    await eventually(() => Date.now() > firesAtMs);
    held.runs[0]?.letGo();
    await started(held, 2);
    for (const laneId of ['late', 'later']) await queue.wake(laneId);
    for (let run = 1; run < 5; run += 1) {
      held.runs[run]?.letGo();
      if (run < 4) await started(held, run + 2);
    }
    await eventually(held.idle);
    const lanes = held.runs.map(({ laneId }) => laneId);
    expect(lanes.toSorted()).toEqual(['first', 'late', 'later', 'second', 'timed']);
    expect(lanes.indexOf('timed')).toBeLessThan(lanes.indexOf('late'));
  });

  test('turns many wake-ups during a run into exactly one more, never two at once', async () => {
    const queue = await openQueue();
    const held = heldHandler();
    await queue.work(held.handler, { slots: 4 });
    expect(await queue.wake('lane')).toBe(true);
    await started(held, 1);
    const added = await Promise.all(Array.from({ length: 50 }, () => queue.wake('lane')));
    expect(new Set(added)).toEqual(new Set([false]));
    await queue.wake('other');
    await started(held, 2);
    expect(held.runs.map((run) => run.laneId)).toEqual(['lane', 'other']);

    held.runs.forEach((run) => run.letGo());
    await started(held, 3);
    held.runs[2]?.letGo();
    await eventually(held.idle);
    await queue.wake('last');
    await started(held, 4);
    held.runs[3]?.letGo();
    expect(held.runs.map((run) => run.laneId)).toEqual(['lane', 'other', 'lane', 'last']);
  });

  test('runs the handler after a delay, and takes new wake-ups meanwhile', async () => {
    const queue = await openQueue();
    const seen: string[] = [];
    await queue.work((laneId) => Promise.resolve(void seen.push(laneId)), { slots: 1 });
    await queue.wakeAfter('lane', anHourMs);
    await queue.wake('lane');
    await eventually(() => seen.length === 1);
    const beganAtMs = Date.now();
    await queue.wakeAfter('soon', 600);
    await eventually(() => seen.length === 2);
    expect(Date.now() - beganAtMs).toBeGreaterThanOrEqual(595);
    expect(seen).toEqual(['lane', 'soon']);
  });

  test.each([
    ['later', 300, anHourMs],
    ['earlier', anHourMs, 300],
  ])('keeps the earlier timer when the second one is %s', async (_, firstMs, secondMs) => {
    const queue = await openQueue();
    let runs = 0;
    await queue.work(() => Promise.resolve(void (runs += 1)), { slots: 1 });
    await queue.wakeAfter('lane', firstMs);
    await queue.wakeAfter('lane', secondMs);
    await eventually(() => runs === 1);
    await queue.wakeAfter('lane', 100);
    await eventually(() => runs === 2);
  });

  test('a run may set the next timer', async () => {
    const queue = await openQueue();
    let runs = 0;
    const again = async (laneId: string): Promise<void> => {
      runs += 1;
      if (runs < 5) await queue.wakeAfter(laneId, 1);
    };
    await queue.work(again, { slots: 4 });
    await queue.wakeAfter('lane', 1);
    await eventually(() => runs === 5);
  });

  test('a sweep wakes a lane whose timer waits and whose usual wake-up is stuck', async () => {
    const queue = await openQueue();
    const held = heldHandler();
    await queue.work(held.handler, { slots: 2 });
    await queue.wakeAfter('lane', anHourMs);
    await queue.sweepWake('lane');
    await started(held, 1);
    await queue.sweepWake('lane');
    await queue.wake('lane');
    await started(held, 2);
    held.runs.forEach((run) => run.letGo());
    // A sweep that comes while the queue still books the end of the run before it is dropped; the next one is not.
    await eventually(async () => {
      await queue.sweepWake('lane');
      return held.runs.length === 3;
    });
    held.runs[2]?.letGo();
  });

  test('a lane whose run failed can be woken in each way again', async () => {
    const queue = await openQueue();
    let runs = 0;
    const failing = () => {
      runs += 1;
      return Promise.reject(new Error('the handler is out of order'));
    };
    await queue.work(failing, { slots: 1 });
    const ways = [() => queue.wake('lane'), () => queue.sweepWake('lane'), () => queue.wakeAfter('lane', 1)];
    let expected = 0;
    for (const way of [...ways, ...ways]) {
      expected += 1;
      await eventually(async () => {
        await way();
        return runs >= expected;
      });
      expected = runs;
    }
  });

  test('two processes share the wake-ups, and a lane runs in one of them', async () => {
    const name = 'shared';
    const [one, other] = [await openQueue(name), await openQueue(name)];
    const held = heldHandler();
    await one.work(held.handler, { slots: 1 });
    await other.work(held.handler, { slots: 1 });
    await one.wake('a');
    await one.wake('b');
    await started(held, 2);
    await other.wake('a');
    await other.wake('c');
    held.runs.forEach((run) => run.letGo());
    await started(held, 4);
    held.runs.forEach((run) => run.letGo());
    await eventually(held.idle);
    expect(held.runs.map((run) => run.laneId).sort()).toEqual(['a', 'a', 'b', 'c']);
    expect(held.mostAtOnce()).toBe(2);
  });

  test('closing waits for the run under way and starts no other', async () => {
    const queue = await openQueue();
    const held = heldHandler();
    const worker = await queue.work(held.handler, { slots: 1 });
    await queue.wake('first');
    await started(held, 1);
    await queue.wake('second');
    let closed = false;
    const closing = worker.close().then(() => (closed = true));
    await queue.check();
    expect(closed).toBe(false);
    held.runs[0]?.letGo();
    await closing;
    expect(held.runs).toHaveLength(1);

    await queue.work(held.handler, { slots: 1 });
    await started(held, 2);
    held.runs[1]?.letGo();
  });
});

test.each([
  ['Redis', () => onRedis()],
  ['a cluster of Redis', onCluster],
])(
  'on %s, each working process hears of lanes with new work, and runs none of them for that',
  async (_, startServer) => {
    const { backend, prefix, ...server } = await startServer();
    const open = () => openTestQueue({ backend, prefix, name: 'told', logger });
    const [one, other] = [await open(), await open()];
    const heard = { one: new Set<string>(), other: new Set<string>() };
    const begun: string[] = [];
    const handler = (laneId: string): Promise<void> => Promise.resolve(void begun.push(laneId));
    await one.work(handler, { slots: 1, onTold: (laneId) => void heard.one.add(laneId) });
    await other.work(handler, { slots: 1, onTold: (laneId) => void heard.other.add(laneId) });
    const bothHeard = (laneId: string) => heard.one.has(laneId) && heard.other.has(laneId);
    // Who has just begun to listen may miss what is said.
    await eventually(async () => {
      await one.tell(['first']);
      return bothHeard('first');
    });
    await other.tell(['a', 'b']);
    await eventually(() => bothHeard('a') && bothHeard('b'));
    expect(begun).toEqual([]);
    await Promise.all([one.close(), other.close()]);
    await server.close();
  },
);
