import { request } from 'undici';

/** The value of a metric's first line. */
export async function metricOf(metricsUrl: string, name: string): Promise<number | undefined> {
  const { body } = await request(metricsUrl);
  const value = new RegExp(`^${name}(?:\\{.*\\})? (\\S+)$`, 'm').exec(await body.text())?.[1];
  return value === undefined ? undefined : Number(value);
}

export async function heapMb(metricsUrl: string): Promise<number | undefined> {
  const bytes = await metricOf(metricsUrl, 'writ_nodejs_heap_size_used_bytes');
  return bytes === undefined ? undefined : bytes / 1024 ** 2;
}
