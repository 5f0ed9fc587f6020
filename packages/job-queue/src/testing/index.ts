export { openTestQueue } from './open-test-queue.ts';
