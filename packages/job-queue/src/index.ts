export type { JobQueue, LaneHandler, QueueWorker } from './job-queue.ts';
export { openJobQueue } from './open-job-queue.ts';
