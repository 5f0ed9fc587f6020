import { laneQueues, type LaneKind } from '@writ/contracts';
import { openJobQueue, refuseRedisCluster, type JobQueue } from '@writ/job-queue';
import type { Closing, ServiceFrame } from '@writ/service-kit';
import { checkRedis } from './check-redis.ts';

type LaneQueues = { usual: JobQueue; troubled: JobQueue };

/**
 * Opens wake-up queues of a kind of lane: on Redis if there is one, else on Postgres. `needsRedis`: without Redis the
 * process is not ready.
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
