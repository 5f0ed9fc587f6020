import { atLeast, type Goal, type Table } from '../report/report.ts';
import { ofOneProcess, ofOneWide, type Cell, type MeasuredCell } from './cell.ts';
import type { Words } from './scale-part.ts';

export function tableOf({ processes, width, units }: Words, cells: readonly MeasuredCell[]): Table {
  const parts = [...new Set(cells.flatMap(({ use }) => Object.keys(use.cpu)))];
  return {
    title: `${processes} × ${width}: rate; CPU seconds of 1,000 ${units}; share of throttled periods; share of all cores that was busy, and that of other programs`,
    columns: [processes, width, 'share', `${units}/s`, '/ N × one', `/ 1 ${width}`]
      .concat(parts.map((part) => `CPU ${part}`))
      .concat(['throttled', 'busy', 'others', 'bound by']),
    rows: cells.map((cell) => [
      ...nameOf(cell),
      cell.perSecond,
      ofOneProcess(cell, cells) ?? '',
      ofOneWide(cell, cells) ?? '',
      ...parts.map((part) => ((cell.use.cpu[part] ?? 0) / cell.units) * 1000),
      cell.use.throttled,
      cell.use.machine,
      cell.use.others,
      cell.bound,
    ]),
  };
}

const nameOf = ({ processes, width, share }: Cell) => [processes, width, share ?? 'none'];

/** Only for held gateways: others share the cores with the load. */
export const gatewayGoals = (cells: readonly MeasuredCell[]): Goal[] =>
  cells.flatMap((cell) => {
    const many = ofOneProcess(cell, cells);
    if (cell.processes !== 2 || cell.share === undefined || many === undefined) return [];
    return [atLeast(`2 gateways, share ${cell.share}: rate / one gateway`, many * 2, 1.5)];
  });

export const workerGoals = (cells: readonly MeasuredCell[]): Goal[] =>
  cells.flatMap((cell): Goal[] => {
    const name = `${cell.processes} × ${cell.width}, share ${cell.share ?? 'none'}: `;
    const wide = ofOneWide(cell, cells);
    const many = ofOneProcess(cell, cells);
    const goals: Goal[] = [];
    if (cell.processes === 1 && cell.width >= 200 && wide !== undefined)
      goals.push(atLeast(`${name}rate / one account`, wide, 0.9));
    if (cell.processes === 1 || many === undefined) return goals;
    if (cell.share === undefined)
      goals.push(atLeast(`${name}rate / one worker`, many * cell.processes, 0.95));
    // On busy cores more processes cannot be faster.
    else if (cell.bound !== 'Postgres' && cell.bound !== 'machine')
      goals.push(atLeast(`${name}rate / ${cell.processes} × one worker`, many, 0.85));
    return goals;
  });
