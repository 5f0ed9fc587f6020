import { laneQueues, type LaneKind } from '@writ/contracts';
import { openJobQueue, type JobQueue } from '@writ/job-queue';
import type { Closing, Logger } from '@writ/service-kit';

/** The wake-up queues of one kind of lane. */
export type LaneQueues = { usual: JobQueue; troubled: JobQueue };

/** Opens wake-up queues by the kind of their lanes: on Redis when there is one, else on Postgres. */
export function laneQueueOpener(
  options: { backend: { redisUrl: string } | { postgresUrl: string }; logger: Logger },
  closing: Closing,
): { usual(kind: LaneKind): Promise<JobQueue>; both(kind: LaneKind): Promise<LaneQueues> } {
  const open = async (name: string): Promise<JobQueue> =>
    closing.add(await openJobQueue({ ...options, name }), (queue) => queue.close());
  const usual = (kind: LaneKind) => open(laneQueues[kind].usual);
  return {
    usual,
    both: async (kind) => ({ usual: await usual(kind), troubled: await open(laneQueues[kind].troubled) }),
  };
}
