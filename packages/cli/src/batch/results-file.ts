import { open, readFile } from 'node:fs/promises';
import type { RecordResult } from '@writ/sdk';
import { CommandFault, exit } from '../exit.ts';

/** A result of a record, as a line of the file; `run` is what its batches were sent under. */
export type ResultLine = RecordResult & { run: string };

/**
 * Opens the results of a run, to go on after its last whole batch: a batch whose lines were cut off is sent once more,
 * and answered as it was.
 *
 * @throws CommandFault when the file holds the results of another run.
 */
export async function openResults(path: string, run: string, batchSize: number, total: number) {
  const { done, failed, bytes } = wholeBatches(await readOr(path), path, run, batchSize, total);
  const file = await open(path, 'a');
  await file.truncate(bytes);
  return {
    /** Records that have their result. */
    done,
    failed,
    /** Returns once the results would survive the loss of the machine. */
    append: async (results: readonly RecordResult[]) => {
      await file.appendFile(results.map((result) => `${JSON.stringify({ ...result, run })}\n`).join(''));
      await file.datasync();
    },
    close: () => file.close(),
  };
}

const readOr = (path: string): Promise<string> =>
  readFile(path, 'utf8').catch((fault: unknown) => {
    if ((fault as { code?: string }).code === 'ENOENT') return '';
    throw fault;
  });

function wholeBatches(text: string, path: string, run: string, batchSize: number, total: number) {
  const lines = text.split('\n').slice(0, -1);
  const results = lines.map((line) => resultOf(line));
  if (results.some((result) => result?.run !== run))
    throw new CommandFault(
      exit.usage,
      `${path} holds the results of another file, target or --key.`,
      'Put only what is new into a file of its own, or give another one with --results: all of it is written then, also what is there.',
    );
  // Two runs at once may have mixed their lines: from there on all is sent again, under its keys, and answered as it was.
  const astray = results.findIndex((result, place) => result?.index !== place);
  const whole = astray === -1 ? lines.length : astray;
  const done = whole >= total ? total : whole - (whole % batchSize);
  return {
    done,
    failed: results.slice(0, done).filter((result) => result?.success !== true).length,
    bytes: Buffer.byteLength(
      lines
        .slice(0, done)
        .map((line) => `${line}\n`)
        .join(''),
    ),
  };
}

const resultOf = (line: string): ResultLine | undefined => {
  try {
    return JSON.parse(line) as ResultLine;
  } catch {
    return undefined;
  }
};
