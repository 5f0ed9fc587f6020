import type { FileHandle } from 'node:fs/promises';
import type { RecordResult } from '@writ/sdk';
import { CommandError, exit, usageError } from '../exit.ts';
import { withFile } from '../files.ts';
import { blocksOf } from './blocks.ts';
import { keysLiveMs, objectIn, openLines, type Run } from './run-file.ts';

/** Requests in flight, so that the CRM always has work. */
export const mostAhead = 16;

/** `ambiguous`: the record may exist twice, or may have been written although it failed. */
export type FileResult = RecordResult & { ambiguous?: true };

export type ResultLine = FileResult & { run: string };

/**
 * Opens the results, to continue after the last whole batch. A batch whose lines were cut off is sent again
 * with its key.
 * @throws CommandError if the file is of another run, or a create may have been sent and its key has expired
 */
export async function openResults(path: string, { run, ends, creates }: Run) {
  const { append, ...opened } = await openLines(path, async (file) => {
    const stat = await file.stat();
    if (!stat.isFile()) throw usageError(`${path}: it is no file that could be read again`);
    const { bytes, batches, ...counts } = await wholeBatches(path, run, ends);
    if (creates && batches < ends.length && Date.now() - stat.mtimeMs > keysLiveMs)
      throw mayExist(path, counts.done + 1, ends[batches + mostAhead - 1] ?? ends.at(-1) ?? counts.done);
    if (bytes < stat.size) await truncate(path, file, bytes);
    return counts;
  });
  return {
    ...opened,
    append: (results: readonly FileResult[]) => append(results.map((result) => ({ ...result, run }))),
  };
}

/** Keeps the time of the last request. */
async function truncate(path: string, file: FileHandle, bytes: number): Promise<void> {
  const { atime, mtime } = await file.stat();
  await withFile(path, file.truncate(bytes));
  await withFile(path, file.utimes(atime, mtime));
}

async function wholeBatches(path: string, run: string, ends: readonly number[]) {
  let whole = { done: 0, failed: 0, ambiguous: 0, bytes: 0, batches: 0 };
  const read = { done: 0, failed: 0, ambiguous: 0, bytes: 0 };
  let isAstray = false;
  for await (const block of blocksOf(path)) {
    const lines = block.toString().split('\n');
    const cutOff = lines.pop() ?? '';
    if (read.done === 0 && lines.length === 0 && !cutOff.startsWith(beginning.slice(0, cutOff.length)))
      throw ofAnother(path);
    for (const line of lines) {
      const result = objectIn(line) as ResultLine | undefined;
      if (result === undefined ? read.done === 0 : result.run !== run) throw ofAnother(path);
      // Concurrent runs may mix their lines, and a crash may lose some. The rest is sent again.
      isAstray ||= result?.index !== read.done;
      if (isAstray) continue;
      read.done += 1;
      if (result?.success !== true) read.failed += 1;
      if (result?.ambiguous === true) read.ambiguous += 1;
      read.bytes += Buffer.byteLength(line) + 1;
      if (read.done === ends[whole.batches]) whole = { ...read, batches: whole.batches + 1 };
    }
  }
  return whole;
}

const beginning = '{"index":0,';

const ofAnother = (path: string): CommandError =>
  usageError(
    `${path} holds the results of another file, target or --key.`,
    'Put only new records into a file of their own; or name another results file with --results, and all records are written again.',
  );

const mayExist = (path: string, first: number, last: number): CommandError =>
  new CommandError(
    exit.conflict,
    `Records ${first} to ${last} may have been created, and ${path} has no result of them. It was written more than 47 hours ago, and the service keeps the keys of requests for 48.`,
    `Look for them in the CRM. Put those that it lacks, and all records after record ${last}, into a file of its own, and run the command with that one.`,
  );
