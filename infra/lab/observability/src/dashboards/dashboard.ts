/** With the name of its lines; `{{label}}` is a label's value. */
type Query = readonly [expression: string, legend: string];

export type Panel = { title: string; unit: Unit; queries: readonly Query[] };
export type Dashboard = {
  name: string;
  title: string;
  rows: readonly (readonly [title: string, ...Panel[]])[];
};

/** Grafana's names. */
const units = {
  seconds: 's',
  perSecond: 'ops',
  share: 'percentunit',
  bytes: 'bytes',
  count: 'short',
} as const;
export type Unit = keyof typeof units;

export const panel = (title: string, unit: Unit, ...queries: readonly Query[]): Panel => ({
  title,
  unit,
  queries,
});

const gridWidth = 24;
const height = 8;

/** Grafana's file, one line per panel. */
export function toGrafana({ name, title, rows }: Dashboard): string {
  const panels: object[] = [];
  let y = 0;
  for (const [rowTitle, ...rowPanels] of rows) {
    const width = gridWidth / rowPanels.length;
    panels.push(rowOf(panels.length + 1, rowTitle, y));
    for (const [at, one] of rowPanels.entries())
      panels.push(panelOf(panels.length + 1, one, { x: at * width, y: y + 1, w: width, h: height }));
    y += 1 + height;
  }
  const lines = panels.map((one) => `    ${JSON.stringify(one)}`).join(',\n');
  const about = Object.entries(settings(name, title)).map(
    ([member, value]) => `  ${JSON.stringify(member)}: ${JSON.stringify(value)},`,
  );
  return `{\n${about.join('\n')}\n  "panels": [\n${lines}\n  ]\n}\n`;
}

const settings = (name: string, title: string) => ({
  uid: `writ-${name}`,
  title: `Writ: ${title}`,
  tags: ['writ'],
  schemaVersion: 39,
  editable: true,
  refresh: '30s',
  time: { from: 'now-3h', to: 'now' },
  links: [{ type: 'dashboards', tags: ['writ'], title: 'Writ', asDropdown: true }],
  templating: {
    list: [{ name: 'datasource', label: 'Prometheus', type: 'datasource', query: 'prometheus' }],
  },
});

const rowOf = (id: number, title: string, y: number) => ({
  id,
  type: 'row',
  title,
  collapsed: false,
  gridPos: { x: 0, y, w: gridWidth, h: 1 },
});

const panelOf = (id: number, { title, unit, queries }: Panel, gridPos: object) => ({
  id,
  type: 'timeseries',
  title,
  datasource: { type: 'prometheus', uid: '${datasource}' },
  gridPos,
  fieldConfig: {
    defaults: { unit: units[unit], min: 0, ...(unit === 'share' && { max: 1 }) },
    overrides: [],
  },
  options: { tooltip: { mode: 'multi', sort: 'desc' }, legend: { placement: 'bottom' } },
  targets: queries.map(([expr, legendFormat], at) => ({
    refId: String.fromCharCode(65 + at),
    expr,
    legendFormat,
  })),
});
