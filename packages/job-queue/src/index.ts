export { openRedisCheck, refuseOtherMode, type RedisFacts } from './look-at-redis.ts';
export { openJobQueue, type JobQueue } from './open-job-queue.ts';
export { redisRefusal, type RedisRefusal } from './redis-refusal.ts';
export type { QueueWorker } from './start-worker.ts';
