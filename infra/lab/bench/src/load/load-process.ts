import type { Closing } from '@writ/service-kit';
import { startTaskProcess } from '@writ/test-kit';
import type { LoadResult, LoadTask } from './load-task.ts';

/** A process that sends load, told one task at a time. */
export type LoadProcess = {
  pid: number;
  /** @throws Error when a request did not succeed: figures of a run with failures would mean nothing. */
  send: (task: LoadTask) => Promise<LoadResult>;
  /** As `send`, but failures are left to the caller. */
  trySend: (task: LoadTask) => Promise<LoadResult>;
};

export async function startLoad(closing: Closing): Promise<LoadProcess> {
  const process = await startTaskProcess<LoadTask, LoadResult>(
    new URL('load.main.ts', import.meta.url),
    closing,
  );
  return {
    pid: process.pid,
    trySend: process.perform,
    send: async (task) => {
      const result = await process.perform(task);
      const [failure] = Object.entries(result.failures);
      if (failure)
        throw new Error(`${result.sent - result.succeeded} of ${result.sent} requests failed: ${failure[0]}`);
      return result;
    },
  };
}
