import { renderVerdicts } from '@writ/test-kit/laboratory';
import { renderNumber, renderTable } from './render-table.ts';
import type { Goal, Report, Table } from './report.ts';

export function renderReport(report: Report): string {
  const { machine } = report;
  const parts = [
    `${report.benchmark}, ${report.startedAt}, ${renderNumber(report.seconds)} s in all`,
    `${machine.cores} × ${machine.cpu}, ${machine.memoryGb} GB, ${machine.system}, Node ${machine.node}, ` +
      `others used ${Math.round(report.others * 100)} % of the cores meanwhile`,
    Object.entries(report.settings)
      .map(([name, value]) => `${name} ${value}`)
      .join(', '),
    renderTable(
      report.figures.map(({ name, value, unit }) => [name, renderNumber(value), unit]),
      [1],
    ),
    ...(report.tables ?? []).map(renderFigures),
    renderTable(
      report.goals.map((goal) => [
        goal.met ? 'met' : 'MISSED',
        goal.name,
        renderNumber(goal.value),
        bound(goal),
      ]),
      [2],
    ),
    renderVerdicts(report.checks),
  ];
  return `${parts.filter((part) => part !== '').join('\n\n')}\n`;
}

function renderFigures({ title, columns, rows }: Table): string {
  const texts = rows.map((row) =>
    row.map((value) => (typeof value === 'number' ? renderNumber(value) : value)),
  );
  const right = columns.flatMap((_, column) => (typeof rows[0]?.[column] === 'number' ? [column] : []));
  return `${title}\n\n${renderTable([columns, ...texts], right)}`;
}

const bound = ({ least, most }: Goal): string =>
  least === undefined ? `goal ≤ ${renderNumber(most ?? 0)}` : `goal ≥ ${renderNumber(least)}`;
