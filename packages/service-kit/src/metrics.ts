import { collectDefaultMetrics, Registry } from 'prom-client';

export type Metrics = { registry: Registry; render(): Promise<string>; contentType: string };

/** `defaults` adds figures of memory, event loop and CPU; `registry.clear()` ends their timer. */
export function createMetrics(options: { service: string; defaults: boolean }): Metrics {
  const registry = new Registry();
  registry.setDefaultLabels({ service: options.service });
  if (options.defaults) collectDefaultMetrics({ register: registry, prefix: 'writ_' });
  return { registry, render: () => registry.metrics(), contentType: registry.contentType };
}

/**
 * Renders several services of one process as one page, each with its own label. The format wants the help of
 * a metric once.
 */
export function joinMetrics(own: Metrics, others: readonly Metrics[]): Metrics {
  const render = async (): Promise<string> => {
    const pages = await Promise.all([own, ...others].map((metrics) => metrics.render()));
    return joinPages(pages);
  };
  return { ...own, render };
}

function joinPages(pages: readonly string[]): string {
  const families = new Map<string, { told: string[]; samples: string[] }>();
  for (const family of pages.join('\n').split(/\n(?=# HELP )/)) {
    const lines = family.split('\n').filter((line) => line !== '');
    const told = lines.filter((line) => line.startsWith('#'));
    const name = told[0]?.split(' ')[2] ?? '';
    const known = families.get(name);
    const samples = lines.filter((line) => !line.startsWith('#'));
    if (known) known.samples.push(...samples);
    else families.set(name, { told, samples });
  }
  return [...families.values()].flatMap(({ told, samples }) => [...told, ...samples, '']).join('\n');
}
