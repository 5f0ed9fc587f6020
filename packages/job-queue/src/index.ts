export {
  openRedisCheck,
  openRedisLook,
  redisFacts,
  redisRefusal,
  refuseRedisCluster,
  type RedisFacts,
} from './look-at-redis.ts';
export { openJobQueue, type JobQueue } from './open-job-queue.ts';
export type { QueueWorker } from './start-worker.ts';
