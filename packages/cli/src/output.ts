import { styleText } from 'node:util';
import type { Surroundings } from './surroundings.ts';

/** How a command prints: tables, a JSON object a line, or ids alone. */
export type Printing = { json?: boolean; quiet?: boolean };
type Row = object;
/** Columns of a table: heading, and the value of a row, or a promise of it. */
export type Columns<Entry> = Readonly<Record<string, (entry: Entry) => unknown>>;

export type Print = ReturnType<typeof printer>;

/** What results go through. Everything else (progress, faults) goes to stderr. */
export function printer({ stdout, env }: Pick<Surroundings, 'stdout' | 'env'>, { json, quiet }: Printing) {
  const line = (text: string) => void stdout.write(`${text}\n`);
  // Not on a terminal, and with NO_COLOR, it comes as it is.
  const coloured = (text: string): string => {
    const colour = stdout.isTTY === true && (env['NO_COLOR'] ?? '') === '' ? colours[text.trim()] : undefined;
    return colour === undefined ? text : styleText(colour, text, { validateStream: false });
  };

  return {
    /** One thing: its members, a line each; `shown` is what people read in its place. */
    one: (entry: Row, id: string | undefined, shown: Row = entry) => {
      if (json === true) line(JSON.stringify(entry));
      else if (quiet === true) line(id ?? '');
      else for (const [name, value] of Object.entries(shown)) line(`${name}: ${coloured(textOf(value))}`);
    },
    /** A list, as it comes: a table needs all of it, so that its columns fit. */
    list: async <Entry extends Row>(
      entries: AsyncIterable<Entry> | Iterable<Entry>,
      columns: Columns<Entry>,
      idOf: (entry: Entry) => string | undefined,
    ) => {
      const rows: string[][] = [];
      for await (const entry of entries) {
        if (json === true) line(JSON.stringify(entry));
        else if (quiet === true) line(idOf(entry) ?? '');
        else rows.push((await Promise.all(Object.values(columns).map((value) => value(entry)))).map(textOf));
      }
      if (json === true || quiet === true) return;
      const table = [Object.keys(columns), ...rows];
      const widths = Object.keys(columns).map((_, at) =>
        Math.max(...table.map((row) => row[at]?.length ?? 0)),
      );
      for (const row of table)
        line(
          row
            .map((cell, at) => coloured(cell.padEnd(widths[at] ?? 0)))
            .join('  ')
            .trimEnd(),
        );
    },
    line,
  };
}

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

// Control characters, ends of lines, and what turns the direction of text or is not seen.
const steering =
  // eslint-disable-next-line no-control-regex
  /[\u0000-\u001f\u007f-\u009f\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff]/g;

/** Text as one line of a terminal: whatever comes from outside must not steer it, nor pass for a line of ours. */
export const lineOf = (text: string): string => text.replaceAll(steering, '·');

const textOf = (value: unknown): string => {
  if (value === undefined || value === null) return '';
  return lineOf(typeof value === 'string' ? value : JSON.stringify(value));
};
