import { request } from 'undici';

type Metrics = (name: string) => number | undefined;

/** The returned function gives the first line of a metric. */
export async function metricsAt(metricsUrl: string): Promise<Metrics> {
  const { body } = await request(metricsUrl);
  const text = await body.text();
  return (name) => {
    const value = new RegExp(`^${name}(?:\\{.*\\})? (\\S+)$`, 'm').exec(text)?.[1];
    return value === undefined ? undefined : Number(value);
  };
}

export const metricOf = async (metricsUrl: string, name: string): Promise<number | undefined> =>
  (await metricsAt(metricsUrl))(name);

export const heapMetric = 'writ_nodejs_heap_size_used_bytes';

export async function heapMb(metricsUrl: string): Promise<number | undefined> {
  const bytes = await metricOf(metricsUrl, heapMetric);
  return bytes === undefined ? undefined : bytes / 1024 ** 2;
}
