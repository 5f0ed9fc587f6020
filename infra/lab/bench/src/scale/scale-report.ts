import { atLeast, type Goal, type Table } from '../report/report.ts';
import { ofOneProcess, ofOneWide, type Cell, type MeasuredCell } from './cell.ts';
import type { StatementUse } from './postgres-watch.ts';
import type { Words } from './scale-part.ts';

const shownWaits = 4;

/** What every cell came to: one table of rates and costs, one of what Postgres' sessions waited for. */
export function tablesOf({ processes, width, units }: Words, cells: readonly MeasuredCell[]): Table[] {
  const parts = [...new Set(cells.flatMap(({ use }) => Object.keys(use.cpu)))];
  return [
    {
      title: `${processes} × ${width}: rate; CPU seconds, statements and commits of 1,000 ${units}; share of periods in which one had used up its share; share of all cores that was busy, and that of others`,
      columns: [processes, width, 'share', `${units}/s`, '/ N × one', `/ 1 ${width}`]
        .concat(parts.map((part) => `CPU ${part}`))
        .concat(['statements', 'commits', 'throttled', 'busy', 'others', 'bound by']),
      rows: cells.map((cell) => [
        ...nameOf(cell),
        cell.perSecond,
        ofOneProcess(cell, cells) ?? '',
        ofOneWide(cell, cells) ?? '',
        ...parts.map((part) => perThousand(cell, cell.use.cpu[part] ?? 0)),
        perThousand(cell, statementsOf(cell.use.postgres.statements)),
        perThousand(cell, cell.use.postgres.commits),
        cell.use.throttled,
        cell.use.machine,
        cell.use.others,
        cell.bound,
      ]),
    },
    {
      title: `${processes} × ${width}: their sessions at Postgres with something under way, on average; what those waited for`,
      columns: [processes, width, 'share', 'sessions', 'waited for'],
      rows: cells.map((cell) => [
        ...nameOf(cell),
        cell.use.postgres.busySessions,
        cell.use.postgres.waits
          .slice(0, shownWaits)
          .map(({ name, share }) => `${name} ${Math.round(share * 100)} %`)
          .join(', '),
      ]),
    },
  ];
}

const nameOf = ({ processes, width, share }: Cell) => [processes, width, share ?? 'none'];

const perThousand = ({ units }: MeasuredCell, count: number): number => (count / units) * 1000;

/** All but those that only begin or end a transaction. */
export const statementsOf = (statements: readonly StatementUse[]): number =>
  statements
    .filter(({ query }) => !/^(begin|start transaction|commit|rollback|savepoint|release)\b/i.test(query))
    .reduce((sum, { calls }) => sum + calls, 0);

/** The statements that took the most time, a line each. */
export const costliest = ({ use, ...cell }: MeasuredCell, count: number): string[] =>
  use.postgres.statements
    .toSorted((a, b) => b.totalMs - a.totalMs)
    .slice(0, count)
    .map(({ query, calls, totalMs }) => {
      const each = [(calls / cell.units) * 1000, totalMs / calls].map((value) =>
        value.toFixed(2).padStart(8),
      );
      return `${each.join(' a 1,000, ')} ms  ${query.replaceAll(/\s+/g, ' ').slice(0, 100)}`;
    });

/** Of gateways: only where they are held, since others share the cores with what fills them. */
export const gatewayGoals = (cells: readonly MeasuredCell[]): Goal[] =>
  cells.flatMap((cell) => {
    const many = ofOneProcess(cell, cells);
    if (cell.processes !== 2 || cell.share === undefined || many === undefined) return [];
    return [atLeast(`2 gateways, share ${cell.share}: rate / one gateway`, many * 2, 1.5)];
  });

/** Of processes that drain lanes, named as the goals name one of them and one lane. */
export const drainGoals =
  (process: string, lane: string) =>
  (cells: readonly MeasuredCell[]): Goal[] =>
    cells.flatMap((cell): Goal[] => {
      const name = `${cell.processes} × ${cell.width}, share ${cell.share ?? 'none'}: `;
      const wide = ofOneWide(cell, cells);
      const many = ofOneProcess(cell, cells);
      const goals: Goal[] = [];
      if (cell.processes === 1 && cell.width >= 200 && wide !== undefined)
        goals.push(atLeast(`${name}rate / one ${lane}`, wide, 0.9));
      if (cell.processes === 1 || many === undefined) return goals;
      if (cell.share === undefined)
        goals.push(atLeast(`${name}rate / one ${process}`, many * cell.processes, 0.95));
      // Where there are no more cores, more processes can't be faster: the table shows it.
      else if (cell.bound !== 'Postgres' && cell.bound !== 'machine')
        goals.push(atLeast(`${name}rate / ${cell.processes} × one ${process}`, many, 0.85));
      return goals;
    });
