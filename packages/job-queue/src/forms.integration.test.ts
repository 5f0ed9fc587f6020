import { afterEach, expect, test } from '@jest/globals';
import { startRedis } from '@writ/local-servers';
import { createAppLogger, createClosing } from '@writ/service-kit';
import { eventually, redisCluster, redisSentinel, type RedisSentinel } from '@writ/test-kit';
import { Redis } from 'ioredis';
import { openJobQueue, type JobQueue } from './open-job-queue.ts';
import { redisRefusal } from './redis-refusal.ts';

let closing = createClosing();
afterEach(async () => {
  await closing.close();
  closing = createClosing();
});

const lines: string[] = [];
const logger = createAppLogger({ service: 'test', level: 'info', write: (line) => void lines.push(line) });

const openQueue = async (redisUrl: string): Promise<JobQueue> =>
  closing.add(await openJobQueue({ backend: { redisUrl }, name: 'lanes', logger }), (queue) => queue.close());

async function startWorking(queue: JobQueue) {
  const [ran, told] = [new Set<string>(), new Set<string>()];
  const handler = (laneId: string) => Promise.resolve(void ran.add(laneId));
  await queue.work(handler, { slots: 3, onTold: (laneId) => void told.add(laneId) });
  /** Announces and wakes a lane until both arrive, as callers and the sweep would. */
  return async (laneId: string): Promise<void> => {
    await eventually(async () => {
      await queue.tell([laneId]);
      await queue.wake(laneId);
      return told.has(laneId) && ran.has(laneId);
    });
  };
}

/** A key of the queue. */
const waitKey = 'bullmq:{lanes}:wait';

test('in a cluster, workers go on after their slot has moved, and after the death of its node', async () => {
  const cluster = closing.add(await redisCluster(), (opened) => opened.close());
  const queue = await openQueue(cluster.url);
  const expectWork = await startWorking(queue);
  await expectWork('before');
  await cluster.moveSlotOf(waitKey);
  await expectWork('moved');
  lines.length = 0;
  const node = await cluster.killNodeOf(waitKey);
  await expect(queue.wake('meanwhile')).rejects.toThrow();
  const died: unknown = await queue.check().catch((error: unknown) => error);
  // The node is away and refuses nothing.
  expect(died).toBeInstanceOf(Error);
  expect(redisRefusal(died)).toBeUndefined();
  await node.restart();
  await expectWork('after');
  await queue.check();
  // A client that tries again many times a second would log it thousands of times.
  expect(lines.length).toBeLessThan(100);
});

test.each([
  ['the primary was killed', ({ killPrimary }: RedisSentinel) => killPrimary()],
  ['the primary became a replica', ({ swap }: RedisSentinel) => swap()],
])('with Sentinel, workers go on after %s', async (_, change) => {
  const redis = closing.add(await redisSentinel(), (opened) => opened.close());
  const queue = await openQueue(redis.url);
  const expectWork = await startWorking(queue);
  await expectWork('before');
  lines.length = 0;
  await change(redis);
  await expectWork('after');
  await eventually(() => queue.check());
  expect(lines.length).toBeLessThan(100);
});

test('a queue fails its check while Redis refuses what its workers need', async () => {
  const redis = closing.add(await startRedis(), (server) => server.close());
  const admin = closing.add(new Redis(redis.url), (client) => client.disconnect());
  await admin.call('ACL', 'SETUSER', 'writ', 'on', '>secret', '~*', '&*', '+@all', '-@blocking');
  const queue = await openQueue(redis.url.replace('//', '//writ:secret@'));
  await eventually(() => queue.check());
  const expectWork = await startWorking(queue);
  await eventually(() => expect(queue.check()).rejects.toThrow('NOPERM'));
  await admin.call('ACL', 'SETUSER', 'writ', '+@blocking');
  await expectWork('lane');
  await eventually(() => queue.check());
});
