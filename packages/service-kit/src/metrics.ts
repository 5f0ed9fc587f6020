import { collectDefaultMetrics, Registry } from 'prom-client';

/** The metrics of one process: handed to whoever counts something, rendered at `/metrics`. */
export type Metrics = { registry: Registry; render(): Promise<string>; contentType: string };

/** `defaults` adds memory, event loop and CPU figures; they start a timer that `registry.clear()` ends. */
export function createMetrics(options: { service: string; defaults: boolean }): Metrics {
  const registry = new Registry();
  registry.setDefaultLabels({ service: options.service });
  if (options.defaults) collectDefaultMetrics({ register: registry, prefix: 'writ_' });
  return { registry, render: () => registry.metrics(), contentType: registry.contentType };
}

/**
 * Several services of one process rendered as one page: each keeps a registry, and its label, of its own. What is told of
 * a metric stands once, as the format wants it.
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
