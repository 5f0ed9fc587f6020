import { isUtf8 } from 'node:buffer';
import { open } from 'node:fs/promises';
import { pipeline, Readable } from 'node:stream';
import { CommandFault, exit } from '../exit.ts';
import { fileFault, withFile } from '../files.ts';
import { readObject, type JsonRecord } from '../read-object.ts';
import { blocksOf, lineEnd } from './blocks.ts';

/** A record, and the line of the file that it ends on. */
export type PlacedRecord = { record: JsonRecord; line: number };

/**
 * The records of a file, many at a time: of `.csv` each line below that of the names, where an empty cell is no value and
 * a line of such cells alone no record, else a JSON object a line.
 *
 * @throws CommandFault naming the place that is none.
 */
export const recordsOf = (file: string): AsyncGenerator<PlacedRecord[]> =>
  file.toLowerCase().endsWith('.csv') ? rowsOf(file) : objectsOf(file);

async function* rowsOf(file: string): AsyncGenerator<PlacedRecord[]> {
  // Only who has a table loads what reads it.
  const { CsvError, parse } = await import('csv-parse');
  const columns = (names: string[]) => toldApart(names, file);
  const options = { columns, bom: true, info: true, skip_empty_lines: true } as const;
  // What breaks one of them ends the other, and is thrown below.
  const parser = pipeline(Readable.from(bytesOf(file)), parse(options), () => undefined);
  type Row = { record: Record<string, string>; info: { lines: number } };
  let rows: PlacedRecord[] = [];
  try {
    for await (const { record, info } of parser as AsyncIterable<Row>) {
      const cells = Object.entries(record).filter(([, value]) => value !== '');
      // Spreadsheets leave such lines at the end, and the service refuses the whole batch for one record without a field.
      if (cells.length === 0) continue;
      rows.push({ record: Object.fromEntries(cells), line: info.lines });
      if (rows.length < rowsAtOnce) continue;
      yield rows;
      rows = [];
    }
  } catch (fault) {
    throw fault instanceof CsvError ? unreadable(file, fault.message) : fault;
  }
  yield rows;
}

const rowsAtOnce = 1000;

/** The names of the columns: of two that are alike only one would be written, and what has none would be no field. */
function toldApart(names: string[], file: string): string[] {
  const faults = names.flatMap((name, index) => {
    if (name === '') return [`column ${index + 1} has no name`];
    const first = names.indexOf(name);
    return first === index ? [] : [`column ${index + 1} is named "${name}", as column ${first + 1} is`];
  });
  if (faults.length === 0) return names;
  throw new CommandFault(
    exit.usage,
    `${file}: ${faults.join('; ')}`,
    'Give each column a name of its own in the first line, and take out those that are not to be written.',
  );
}

async function* objectsOf(file: string): AsyncGenerator<PlacedRecord[]> {
  for await (const { bytes, before } of textOf(file)) {
    const text = bytes.toString();
    const lines = (before === 0 ? text.replace(/^\uFEFF/, '') : text).split('\n');
    yield lines.flatMap((each, index) => {
      const line = before + index + 1;
      return each.trim() === '' ? [] : [{ record: recordOf(each, file, line), line }];
    });
  }
}

async function* bytesOf(file: string): AsyncGenerator<Buffer> {
  for await (const { bytes } of textOf(file)) yield bytes;
}

/** Text of a file, whole lines at a time, and how many lines there are before it. */
async function* textOf(file: string): AsyncGenerator<{ bytes: Buffer; before: number }> {
  const opened = await withFile(file, open(file));
  let before = 0;
  try {
    for await (const bytes of blocksOf(opened)) {
      const ends = endsOfLines(bytes);
      // Read leniently, something would be written that nobody meant.
      if (!isUtf8(bytes)) throw notUtf8(file, bytes, before, ends);
      yield { bytes, before };
      before += ends.length;
    }
  } catch (fault) {
    throw fileFault(file, fault);
  } finally {
    await opened.close();
  }
}

function endsOfLines(bytes: Buffer): number[] {
  const ends: number[] = [];
  for (let at = bytes.indexOf(lineEnd); at !== -1; at = bytes.indexOf(lineEnd, at + 1)) ends.push(at);
  return ends;
}

function notUtf8(file: string, bytes: Buffer, before: number, ends: readonly number[]): CommandFault {
  const index = [...ends, bytes.length].findIndex(
    (end, at) => !isUtf8(bytes.subarray(ends[at - 1] ?? 0, end)),
  );
  return new CommandFault(
    exit.usage,
    `${file}: line ${before + index + 1} is not UTF-8`,
    'Save the file as UTF-8.',
  );
}

function recordOf(text: string, file: string, line: number): JsonRecord {
  const read = readObject(text);
  if ('why' in read) throw unreadable(file, `line ${line} ${read.why}`);
  return read.object;
}

const unreadable = (file: string, why: string) => new CommandFault(exit.usage, `${file}: ${why}`);
