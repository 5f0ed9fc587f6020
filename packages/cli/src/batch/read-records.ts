import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import type { WriteRecord } from '@writ/sdk';
import { CsvError, parse } from 'csv-parse';
import { CommandFault, exit } from '../exit.ts';

/**
 * The records of a file, one after the other: of `.csv` each line below that of the names, where an empty cell is no
 * value, else a JSON object a line.
 *
 * @throws CommandFault naming the place that is none.
 */
export const recordsOf = (file: string): AsyncIterable<WriteRecord> =>
  file.toLowerCase().endsWith('.csv') ? rowsOf(file) : linesOf(file);

async function* rowsOf(file: string): AsyncGenerator<WriteRecord> {
  const rows = createReadStream(file).on('error', (fault) => parser.destroy(fault));
  const parser = parse({ columns: true, bom: true, skip_empty_lines: true });
  try {
    for await (const row of rows.pipe(parser)) {
      const cells = Object.entries(row as Record<string, string>).filter(([, value]) => value !== '');
      yield Object.fromEntries(cells);
    }
  } catch (fault) {
    throw fault instanceof CsvError || isOfFiles(fault) ? unreadable(file, fault.message) : fault;
  }
}

async function* linesOf(file: string): AsyncGenerator<WriteRecord> {
  const stream = createReadStream(file, 'utf8');
  // A file that cannot be opened would otherwise end the lines without a word.
  const opened = new Promise<void>((resolve, reject) =>
    stream.once('open', () => resolve()).once('error', reject),
  );
  await opened.catch((fault: unknown) => {
    throw unreadable(file, (fault as Error).message);
  });
  let number = 0;
  for await (const line of createInterface({ input: stream, crlfDelay: Infinity })) {
    number += 1;
    if (line.trim() !== '') yield recordOf(line, file, number);
  }
}

function recordOf(line: string, file: string, number: number): WriteRecord {
  try {
    const record = JSON.parse(line) as unknown;
    if (typeof record === 'object' && record !== null && !Array.isArray(record)) return record as WriteRecord;
  } catch {
    // Told below, as what is no object.
  }
  throw unreadable(file, `line ${number} is no JSON object`);
}

const isOfFiles = (fault: unknown): fault is Error =>
  typeof fault === 'object' && fault !== null && 'syscall' in fault;
const unreadable = (file: string, why: string) => new CommandFault(exit.usage, `${file}: ${why}`);
