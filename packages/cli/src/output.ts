import { styleText } from 'node:util';
import type { Surroundings } from './surroundings.ts';

export type Printing = { json?: boolean; quiet?: boolean };

/** By headings: a member, or a function of the entry. */
export type Columns<Entry> = Readonly<Record<string, (keyof Entry & string) | ((entry: Entry) => unknown)>>;

export type Print = ReturnType<typeof printer>;

export function printer({ stdout, env }: Pick<Surroundings, 'stdout' | 'env'>, { json, quiet }: Printing) {
  const line = (text: string) => void stdout.write(`${text}\n`);
  const hasColours = stdout.isTTY === true && (env['NO_COLOR'] ?? '') === '';
  const coloured = (text: string): string => {
    const colour = hasColours ? colours[text.trim()] : undefined;
    return colour === undefined ? text : styleText(colour, text, { validateStream: false });
  };

  return {
    /** @param shown replaces the entry for people */
    one: (entry: object, id: string | undefined, shown: object = entry) => {
      if (json === true) line(JSON.stringify(entry));
      else if (quiet === true) line(id ?? '');
      else for (const [name, value] of Object.entries(shown)) line(`${name}: ${coloured(textOf(value))}`);
    },
    /** @param idOf for `--quiet`; default: the first column */
    list: async <Entry extends object>(
      entries: AsyncIterable<Entry> | Iterable<Entry>,
      columns: Columns<Entry>,
      idOf: (entry: Entry) => unknown = (entry) => cellsOf(entry, columns)[0],
    ) => {
      const rows: string[][] = [Object.keys(columns)];
      for await (const entry of entries) {
        if (json === true) line(JSON.stringify(entry));
        else if (quiet === true) line(textOf(idOf(entry)));
        else rows.push((await Promise.all(cellsOf(entry, columns))).map(textOf));
      }
      if (json === true || quiet === true) return;
      const widths = Object.keys(columns).map((_, at) =>
        Math.max(...rows.map((row) => row[at]?.length ?? 0)),
      );
      for (const row of rows) {
        const cells = row.map((cell, at) => coloured(cell.padEnd(widths[at] ?? 0)));
        line(cells.join('  ').trimEnd());
      }
    },
    line,
  };
}

const cellsOf = <Entry extends object>(entry: Entry, columns: Columns<Entry>): unknown[] =>
  Object.values(columns).map((column) => (typeof column === 'string' ? entry[column] : column(entry)));

const colours: Readonly<Record<string, 'green' | 'red' | 'yellow'>> = {
  success: 'green',
  delivered: 'green',
  partial: 'yellow',
  failure: 'red',
  failed: 'red',
  in_progress: 'yellow',
  pending: 'yellow',
  disabled: 'red',
};

// Control characters, invisible ones, and those that change the direction of text.
const steering =
  // eslint-disable-next-line no-control-regex
  /[\u0000-\u001f\u007f-\u009f\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff]/g;

/** Foreign text must neither steer the terminal nor look like a line of ours. */
export const lineOf = (text: string): string => text.replaceAll(steering, '·');

const textOf = (value: unknown): string => {
  if (value === undefined || value === null) return '';
  return lineOf(typeof value === 'string' ? value : JSON.stringify(value));
};
