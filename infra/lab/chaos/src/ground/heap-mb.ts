import { request } from 'undici';

/** What the heap of a service holds now, in MB; undefined where its metrics do not say. */
export async function heapMb(metricsUrl: string): Promise<number | undefined> {
  const { body } = await request(metricsUrl);
  const bytes = /^writ_nodejs_heap_size_used_bytes(?:\{.*\})? (\S+)$/m.exec(await body.text())?.[1];
  return bytes === undefined ? undefined : Number(bytes) / 1024 ** 2;
}
