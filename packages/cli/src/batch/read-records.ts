import { isUtf8 } from 'node:buffer';
import { pipeline, Readable } from 'node:stream';
import { usageError, type CommandError } from '../exit.ts';
import { fileError } from '../files.ts';
import { readObject, type JsonRecord } from '../read-object.ts';
import { blocksOf } from './blocks.ts';

/** The line on which the record ends. */
export type PlacedRecord = { record: JsonRecord; line: number };

/**
 * Reads a `.csv` file without its empty cells and lines, or one JSON object per line, many records at a time.
 * @throws CommandError with the place of an error
 */
export const recordsOf = (file: string): AsyncGenerator<PlacedRecord[]> =>
  file.toLowerCase().endsWith('.csv') ? rowsOf(file) : objectsOf(file);

const rowsAtOnce = 1000;

async function* rowsOf(file: string): AsyncGenerator<PlacedRecord[]> {
  const { CsvError, parse } = await import('csv-parse');
  const columns = (names: string[]) => uniqueNames(names, file);
  const options = { columns, info: true, skip_empty_lines: true } as const;
  // The loop throws the error of either stream.
  const parser = pipeline(Readable.from(csvOf(file)), parse(options), () => undefined);
  type Row = { record: Record<string, string>; info: { lines: number } };
  let rows: PlacedRecord[] = [];
  try {
    for await (const { record, info } of parser as AsyncIterable<Row>) {
      const cells = Object.entries(record).filter(([, value]) => value !== '');
      // Spreadsheets leave them at the end, and the service refuses a record without fields.
      if (cells.length === 0) continue;
      rows.push({ record: Object.fromEntries(cells), line: info.lines });
      if (rows.length < rowsAtOnce) continue;
      yield rows;
      rows = [];
    }
  } catch (error) {
    throw error instanceof CsvError ? usageError(`${file}: ${error.message}`) : error;
  }
  yield rows;
}

function uniqueNames(names: string[], file: string): string[] {
  const errors = names.flatMap((name, index) => {
    if (name === '') return [`column ${index + 1} has no name`];
    const first = names.indexOf(name);
    return first === index ? [] : [`column ${index + 1} is named "${name}", as column ${first + 1} is`];
  });
  if (errors.length === 0) return names;
  throw usageError(
    `${file}: ${errors.join('; ')}`,
    'Give each column a name of its own in the first line, and remove columns that are not to be written.',
  );
}

async function* csvOf(file: string): AsyncGenerator<string> {
  for await (const { lines } of linesOf(file)) yield lines.join('\n');
}

async function* objectsOf(file: string): AsyncGenerator<PlacedRecord[]> {
  for await (const { lines, before } of linesOf(file))
    yield lines.flatMap((text, index) => {
      const line = before + index + 1;
      if (text.trim() === '') return [];
      const read = readObject(text);
      if ('why' in read) throw usageError(`${file}: line ${line} ${read.why}`);
      return [{ record: read.object, line }];
    });
}

/** `before`: the number of lines before the block. */
async function* linesOf(file: string): AsyncGenerator<{ lines: string[]; before: number }> {
  let before = 0;
  try {
    for await (const bytes of blocksOf(file)) {
      if (!isUtf8(bytes)) throw notUtf8(file, bytes, before);
      const lines = bytes.toString().split('\n');
      // The byte order mark.
      if (before === 0) lines[0] = lines[0]?.replace(/^\uFEFF/, '') ?? '';
      yield { lines, before };
      before += lines.length - 1;
    }
  } catch (error) {
    throw fileError(file, error);
  }
}

function notUtf8(file: string, bytes: Buffer, before: number): CommandError {
  const lines = bytes.toString('latin1').split('\n');
  const index = lines.findIndex((line) => !isUtf8(Buffer.from(line, 'latin1')));
  return usageError(`${file}: line ${before + index + 1} is not UTF-8`, 'Save the file as UTF-8.');
}
