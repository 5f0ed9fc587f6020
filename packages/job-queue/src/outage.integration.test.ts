import { Redis } from 'ioredis';
import { afterEach, expect, test } from '@jest/globals';
import { startPostgres, startRedis, type LocalServer } from '@writ/local-servers';
import { createAppLogger, createClosing } from '@writ/service-kit';
import { eventually, redisPair } from '@writ/test-kit';
import { openJobQueue, type JobQueue } from './open-job-queue.ts';

let closing = createClosing();
afterEach(async () => {
  await closing.close();
  closing = createClosing();
});

const lines: string[] = [];
const logger = createAppLogger({ service: 'test', level: 'info', write: (line) => void lines.push(line) });

const openQueue = async (backend: { redisUrl: string } | { postgresUrl: string }): Promise<JobQueue> =>
  closing.add(await openJobQueue({ backend, name: 'lanes', logger }), (queue) => queue.close());

/** Tells of the lane and wakes it until both are seen, as those would who accept work for it, and the sweep. */
async function expectWork(queue: JobQueue, seen: string[], laneId: string): Promise<void> {
  await eventually(async () => {
    await queue.tell([laneId]);
    return seen.includes(`told of ${laneId}`);
  });
  await expectRun(queue, seen, laneId);
}

async function expectRun(queue: JobQueue, seen: string[], laneId: string): Promise<void> {
  await eventually(async () => {
    await queue.wake(laneId);
    return seen.includes(laneId);
  });
}

async function startWorking(queue: JobQueue): Promise<string[]> {
  const seen: string[] = [];
  const onTold = (laneId: string): void => void seen.push(`told of ${laneId}`);
  await queue.work((laneId) => Promise.resolve(void seen.push(laneId)), { slots: 3, onTold });
  return seen;
}

async function survives(
  server: LocalServer,
  queue: JobQueue,
  seen: string[],
  expectSeen = expectRun,
): Promise<void> {
  await expectSeen(queue, seen, 'before');
  await server.kill();
  await expect(queue.wake('meanwhile')).rejects.toThrow();
  await expect(queue.check()).rejects.toThrow();
  await server.restart();
  await expectSeen(queue, seen, 'after');
}

test('workers go on after Redis was killed and lost everything', async () => {
  const redis = closing.add(await startRedis(), (server) => server.close());
  const queue = await openQueue({ redisUrl: redis.url });
  const seen = await startWorking(queue);
  lines.length = 0;
  await survives(redis, queue, seen, expectWork);
  await eventually(() => lines.some((line) => line.includes('works again')));
  // A client that tries again many times a second would tell of it thousands of times.
  expect(lines.length).toBeLessThan(100);
});

test('workers go on after Redis was flushed, whether they were idle or in a run', async () => {
  const redis = closing.add(await startRedis(), (server) => server.close());
  const admin = closing.add(new Redis(redis.url), (client) => client.disconnect());
  const queue = await openQueue({ redisUrl: redis.url });
  let letGo: (() => void) | undefined;
  const seen: string[] = [];
  const handler = async (laneId: string): Promise<void> => {
    seen.push(laneId);
    if (laneId === 'held') await new Promise<void>((resolve) => (letGo = resolve));
  };
  await queue.work(handler, { slots: 2 });
  await expectRun(queue, seen, 'held');
  await admin.flushall();
  await eventually(() => queue.wakeAfter('timed', 50));
  await eventually(() => seen.includes('timed'));

  // Its job is gone, so it can't be ended: no fault, since the run was made.
  lines.length = 0;
  letGo?.();
  const told = () => lines.filter((line) => line.includes('Missing key'));
  await eventually(() => told().length > 0);
  expect(told().map((line) => (JSON.parse(line) as { level: string }).level)).not.toContain('warn');
  await expectRun(queue, seen, 'next');
  await admin.flushall();
  await eventually(() => queue.wake('idle'));
  await eventually(() => seen.includes('idle'));
});

test('a queue opens, refuses and closes while Redis is away, and works once it is there', async () => {
  const redis = closing.add(await startRedis(), (server) => server.close());
  await redis.stop();
  const queue = await openQueue({ redisUrl: redis.url });
  const seen = await startWorking(queue);
  await expect(queue.wake('lane')).rejects.toThrow();
  await expect(queue.tell(['lane'])).rejects.toThrow();
  await redis.restart();
  await expectWork(queue, seen, 'lane');

  await redis.stop();
  await queue.close();
});

test('workers go on after a failover that left their connections to a Redis that only reads', async () => {
  const redis = closing.add(await redisPair(), (pair) => pair.close());
  const queue = await openQueue({ redisUrl: redis.url });
  const seen = await startWorking(queue);
  await expectWork(queue, seen, 'before');
  lines.length = 0;
  await redis.demoteFirst();
  await eventually(() => expect(queue.check()).rejects.toThrow('READONLY'));
  redis.leadToSecond();
  await expectWork(queue, seen, 'after');
  await queue.check();
  expect(lines.length).toBeLessThan(100);
});

test('workers go on after a failover that left their connections to a Redis that is gone', async () => {
  const redis = closing.add(await redisPair(), (pair) => pair.close());
  const queue = await openQueue({ redisUrl: redis.url });
  const seen = await startWorking(queue);
  await expectRun(queue, seen, 'before');
  redis.leadToSecond();
  redis.silenceFirst();
  await expectRun(queue, seen, 'after');
});

test('a user of Redis who may not listen is told of, and lanes are woken all the same', async () => {
  const redis = closing.add(await startRedis(), (server) => server.close());
  const admin = closing.add(new Redis(redis.url), (client) => client.disconnect());
  await admin.call('ACL', 'SETUSER', 'writ', 'on', '>secret', '~*', '+@all', 'resetchannels');
  lines.length = 0;
  const queue = await openQueue({ redisUrl: redis.url.replace('//', '//writ:secret@') });
  await expectRun(queue, await startWorking(queue), 'lane');
  const isRefused = () => lines.some((line) => line.includes('NOPERM'));
  await eventually(isRefused);
  // It is told anew of each connection, and asks anew.
  lines.length = 0;
  await admin.call('CLIENT', 'KILL', 'USER', 'writ');
  await eventually(isRefused);
  await admin.call('ACL', 'SETUSER', 'writ', 'allchannels');
  await admin.call('CLIENT', 'KILL', 'USER', 'writ');
  await eventually(async () => Number((await admin.pubsub('NUMSUB', 'bullmq:lanes:told'))[1]) === 1);
});

test('an enqueue is given up when Redis does not answer', async () => {
  const redis = closing.add(await startRedis(), (server) => server.close());
  const queue = await openQueue({ redisUrl: redis.url });
  await eventually(() => queue.check());
  process.kill(redis.pid(), 'SIGSTOP');
  try {
    await expect(queue.wake('lane')).rejects.toThrow('longer than 1000 ms');
  } finally {
    process.kill(redis.pid(), 'SIGCONT');
  }
  await eventually(() => queue.check());
});

test('workers go on after Postgres was killed', async () => {
  const postgres = closing.add(await startPostgres(), (server) => server.close());
  const queue = await openQueue({ postgresUrl: postgres.url });
  const seen = await startWorking(queue);
  await survives(postgres, queue, seen);
});

test('a queue on Postgres does not open while Postgres is away', async () => {
  const opening = openJobQueue({
    backend: { postgresUrl: 'postgres://127.0.0.1:1/none' },
    name: 'lanes',
    logger,
  });
  await expect(opening).rejects.toThrow('ECONNREFUSED');
});
