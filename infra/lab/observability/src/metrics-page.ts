import { readExpression } from './read-expression.ts';

/** Values by series and label of a page of `/metrics`. */
export type MetricsPage = ReadonlyMap<string, ReadonlyMap<string, ReadonlySet<string>>>;

export function readMetricsPage(text: string): MetricsPage {
  const page = new Map<string, Map<string, Set<string>>>();
  for (const [, name = '', labels = ''] of text.matchAll(/^(\w+)(?:\{(.*)\})? \S+$/gm)) {
    const known = page.get(name) ?? new Map<string, Set<string>>();
    for (const [, label = '', value = ''] of labels.matchAll(/(\w+)="((?:[^"\\]|\\.)*)"/g))
      known.set(label, (known.get(label) ?? new Set()).add(value));
    page.set(name, known);
  }
  return page;
}

/** Made by Prometheus, which also adds these labels to all others. */
const ofPrometheus = { series: 'up', labels: ['job', 'instance'] };

/** A series, label or value that an expression reads and the page lacks. */
export function missingOn(page: MetricsPage, expression: string): string[] {
  const { selectors, groupings } = readExpression(expression);
  const hasLabel = (metric: string, label: string): boolean =>
    ofPrometheus.labels.includes(label) || page.get(metric)?.has(label) === true;
  const named = selectors
    .filter(({ metric }) => metric !== ofPrometheus.series)
    .flatMap(({ metric, matchers }) =>
      page.has(metric)
        ? matchers.flatMap(({ label, operator, value }) => {
            const values = [...(page.get(metric)?.get(label) ?? [])];
            return wantedOf(operator, value)
              .filter((wanted) => !values.some((shown) => wanted.test(shown)))
              .map((wanted) => `${metric}{${label}=~"${wanted.source}"}`);
          })
        : [metric],
    );
  const grouped = groupings.flatMap(({ labels, metrics }) =>
    labels
      .filter((label) => !metrics.some((metric) => hasLabel(metric, label)))
      .map((label) => `${metrics.join(', ')} by ${label}`),
  );
  return [...named, ...grouped];
}

/** Excluded alternatives must exist, too. A dashboard's variable may be anything. */
function wantedOf(operator: string, value: string): RegExp[] {
  if (value.startsWith('$')) return [/^/];
  const alternatives = operator.includes('~')
    ? value.split('|')
    : [value.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')];
  return alternatives.map((one) => new RegExp(`^(?:${one})$`));
}
