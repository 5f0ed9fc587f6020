export { openJobQueue, type JobQueue } from './open-job-queue.ts';
