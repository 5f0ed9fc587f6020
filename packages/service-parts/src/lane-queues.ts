import { laneQueues, type Found, type LaneKind } from '@writ/contracts';
import { openJobQueue, redisRefusal, refuseOtherMode, type JobQueue, type RedisFacts } from '@writ/job-queue';
import type { Closing, ServiceFrame } from '@writ/service-kit';
import { checkRedis, type UnreadyIf } from './check-redis.ts';
import type { Look } from './report-process.ts';

type LaneQueues = { usual: JobQueue; troubled: JobQueue };

/** The queues' Redis, and how it refuses wake-ups. */
export type RedisLook = () => Promise<{ facts?: RedisFacts | undefined; refusal?: Found }>;

/** On Redis if there is one, else on Postgres. */
export function laneQueueOpener(
  options: {
    backend: { redisUrl: string } | { postgresUrl: string };
    unreadyIf?: UnreadyIf;
  } & Pick<ServiceFrame, 'logger' | 'health'>,
  closing: Closing,
) {
  const { backend, logger } = options;
  const opened: JobQueue[] = [];
  const isOnRedis = 'redisUrl' in backend;
  let looked: Promise<void> | undefined;
  const open = async (name: string): Promise<JobQueue> => {
    if (isOnRedis) await (looked ??= refuseOtherMode({ ...backend, logger }));
    const queue = closing.add(await openJobQueue({ ...options, name }), (one) => one.close());
    opened.push(queue);
    if (isOnRedis && opened.length === 1)
      checkRedis(options.health, () => checkAll(opened), options.unreadyIf);
    return queue;
  };
  const usual = (kind: LaneKind) => open(laneQueues[kind].usual);
  const lookAtRedis: RedisLook = () => lookBelow(opened);
  return {
    usual,
    both: async (kind: LaneKind): Promise<LaneQueues> => ({
      usual: await usual(kind),
      troubled: await open(laneQueues[kind].troubled),
    }),
    /** Absent on Postgres. Rejects if Redis is away. */
    lookAtRedis: isOnRedis ? lookAtRedis : undefined,
    /** A Redis that refuses wake-ups; the operations service reports one that is away. */
    looks: isOnRedis ? [refusalLook(lookAtRedis)] : [],
  };
}

const checkAll = (queues: readonly JobQueue[]) => Promise.all(queues.map((queue) => queue.check()));

/** While Redis refuses, its settings may be unreadable. */
async function lookBelow(queues: readonly JobQueue[]): Promise<Awaited<ReturnType<RedisLook>>> {
  const facts = async () => queues[0]?.facts();
  const refusal = await checkAll(queues).then(() => undefined, refusalFound);
  if (!refusal) return { facts: await facts() };
  return { facts: await facts().catch(() => undefined), refusal };
}

const refusalLook = (look: RedisLook): Look => ({
  part: 'wake-ups',
  look: async () => {
    const refusal = await look().then(
      (looked) => looked.refusal,
      () => undefined,
    );
    return refusal ? [refusal] : [];
  },
});

/** @throws errors other than refusals */
function refusalFound(fault: unknown): Found {
  const refusal = redisRefusal(fault);
  if (!refusal) throw fault;
  return { code: 'redis-refuses', detail: `It answers: ${refusal.words}` };
}
