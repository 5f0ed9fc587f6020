import type { Closing } from '@writ/service-kit';
import { startTaskProcess } from '@writ/test-kit';
import type { LoadResult, LoadTask } from './load-task.ts';

export type LoadProcess = {
  pid: number;
  /** @throws if a request failed: the figures would mean nothing */
  send: (task: LoadTask) => Promise<LoadResult>;
};

export async function startLoad(closing: Closing): Promise<LoadProcess> {
  const process = await startTaskProcess<LoadTask, LoadResult>(
    new URL('load.main.ts', import.meta.url),
    closing,
  );
  return {
    pid: process.pid,
    send: async (task) => {
      const result = await process.perform(task);
      const [failure] = Object.entries(result.failures);
      if (failure)
        throw new Error(`${result.sent - result.succeeded} of ${result.sent} requests failed: ${failure[0]}`);
      return result;
    },
  };
}
