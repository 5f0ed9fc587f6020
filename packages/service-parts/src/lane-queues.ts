import { laneQueues, type LaneKind } from '@writ/contracts';
import { openJobQueue, refuseRedisCluster, type JobQueue } from '@writ/job-queue';
import type { Closing, ServiceFrame } from '@writ/service-kit';
import { checkRedis } from './check-redis.ts';

/** The wake-up queues of one kind of lane. */
export type LaneQueues = { usual: JobQueue; troubled: JobQueue };

/**
 * Opens wake-up queues by the kind of their lanes: on Redis when there is one, else on Postgres.
 *
 * @param options.needsRedis whether a process does nothing while Redis is away; the others go on, and what waits for a
 *   wake-up is found by the sweep
 */
export function laneQueueOpener(
  options: {
    backend: { redisUrl: string } | { postgresUrl: string };
    needsRedis?: boolean;
  } & Pick<ServiceFrame, 'logger' | 'health'>,
  closing: Closing,
): { usual(kind: LaneKind): Promise<JobQueue>; both(kind: LaneKind): Promise<LaneQueues> } {
  const { backend, logger } = options;
  let looked: Promise<void> | undefined;
  const open = async (name: string): Promise<JobQueue> => {
    if ('redisUrl' in backend) await (looked ??= refuseRedisCluster({ ...backend, logger }));
    const queue = closing.add(await openJobQueue({ ...options, name }), (opened) => opened.close());
    if ('redisUrl' in backend)
      checkRedis(options.health, () => queue.check(), { required: options.needsRedis ?? false });
    return queue;
  };
  const usual = (kind: LaneKind) => open(laneQueues[kind].usual);
  return {
    usual,
    both: async (kind) => ({ usual: await usual(kind), troubled: await open(laneQueues[kind].troubled) }),
  };
}
