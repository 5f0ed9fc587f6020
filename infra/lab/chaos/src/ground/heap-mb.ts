import { request } from 'undici';

/** The used heap of a service, in MB; undefined if its metrics do not show it. */
export async function heapMb(metricsUrl: string): Promise<number | undefined> {
  const { body } = await request(metricsUrl);
  const bytes = /^writ_nodejs_heap_size_used_bytes(?:\{.*\})? (\S+)$/m.exec(await body.text())?.[1];
  return bytes === undefined ? undefined : Number(bytes) / 1024 ** 2;
}
