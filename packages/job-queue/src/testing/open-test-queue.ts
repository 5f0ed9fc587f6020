import { eventually } from '@writ/test-kit';
import { openJobQueue, type JobQueue } from '../open-job-queue.ts';

type Options = Omit<Parameters<typeof openJobQueue>[0], 'enqueueLimitMs' | 'lockMs'>;

/**
 * Opens a queue that takes wake-ups from now on. It gives up no wake-up, and no run of one, because the machine is busy: what
 * happens then is the test of outages.
 */
export async function openTestQueue(options: Options): Promise<JobQueue> {
  const queue = await openJobQueue({ ...options, enqueueLimitMs: 60_000, lockMs: 120_000 });
  await eventually(() => queue.check());
  return queue;
}
