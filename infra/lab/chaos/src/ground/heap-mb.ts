import { request } from 'undici';

export async function heapMb(metricsUrl: string): Promise<number | undefined> {
  const { body } = await request(metricsUrl);
  const bytes = /^writ_nodejs_heap_size_used_bytes(?:\{.*\})? (\S+)$/m.exec(await body.text())?.[1];
  return bytes === undefined ? undefined : Number(bytes) / 1024 ** 2;
}
