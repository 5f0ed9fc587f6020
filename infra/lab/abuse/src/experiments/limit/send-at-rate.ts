import { once } from 'node:events';
import { Worker } from 'node:worker_threads';

export type Sending = { path: string; key: string; body?: string };
export type Rate = { perSecond: number; seconds: number };

export type Answer = {
  status: number;
  headers: Readonly<Record<string, unknown>>;
  text: string;
  latencyMs: number;
};

export function openSender(urls: readonly string[], sending: Sending) {
  const worker = new Worker(new URL('sender.worker.ts', import.meta.url), { workerData: { urls, sending } });
  return {
    send: async (rate: Rate): Promise<Answer[]> => {
      worker.postMessage(rate);
      const [answers] = (await once(worker, 'message')) as [Answer[]];
      return answers;
    },
    close: () => worker.terminate(),
  };
}

/** Only refuses, in its own thread: shows what the load itself costs the machine. */
export async function openRefusing(): Promise<{ url: string; close: () => Promise<number> }> {
  const worker = new Worker(new URL('refusing-server.worker.ts', import.meta.url));
  const [port] = (await once(worker, 'message')) as [number];
  return { url: `http://127.0.0.1:${port}`, close: () => worker.terminate() };
}
