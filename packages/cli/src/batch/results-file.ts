import { open, type FileHandle } from 'node:fs/promises';
import type { RecordResult } from '@writ/sdk';
import { CommandFault, exit } from '../exit.ts';
import { withFile } from '../files.ts';
import { blocksOf } from './blocks.ts';

/** Stores so many requests before it waits for the results of the first, so that the CRM has work meanwhile. */
export const mostAhead = 16;

/** `ambiguous`: the record may exist twice, or may have been written although it failed. */
export type FileResult = RecordResult & { ambiguous?: true };

/** A result of a record, as a line of the file; `run` is what its batches were sent under. */
export type ResultLine = FileResult & { run: string };

/** What is written, as far as its results are told apart by it. */
export type Run = {
  /** What its batches are sent under. */
  run: string;
  /** How many records there are up to the end of each batch. */
  ends: readonly number[];
  /** Written twice, its records would be there twice. */
  creates: boolean;
};

/** The service keeps keys of what is written at once for 48 hours; a batch is under way for a while. */
export const keysLiveMs = 47 * 3_600_000;

/**
 * Opens the results of a run, to go on after its last whole batch: a batch whose lines were cut off is sent once more,
 * and answered as it was.
 *
 * @throws CommandFault when the file holds something else, or cannot be used; and where what may have been sent without
 * a result would be created again, because the service has forgotten its key.
 */
export async function openResults(path: string, { run, ends, creates }: Run) {
  const file = await withFile(path, open(path, 'a+'));
  try {
    const stat = await file.stat();
    if (!stat.isFile()) throw new CommandFault(exit.usage, `${path}: it is no file that could be read again`);
    const { done, failed, ambiguous, bytes, batches } = await wholeBatches(file, path, run, ends);
    if (creates && batches < ends.length && Date.now() - stat.mtimeMs > keysLiveMs)
      throw mayBeThere(path, done + 1, ends[batches + mostAhead - 1] ?? ends.at(-1) ?? done);
    if (bytes < stat.size) {
      await withFile(path, file.truncate(bytes));
      // Its time goes on telling when something was sent last.
      await withFile(path, file.utimes(stat.atime, stat.mtime));
    }
    return {
      /** Records that have their result. */
      done,
      failed,
      ambiguous,
      /** Returns once the results would survive the loss of the machine. */
      append: async (results: readonly FileResult[]) => {
        const lines = results.map((result) => `${JSON.stringify({ ...result, run })}\n`).join('');
        await withFile(path, file.appendFile(lines));
        await withFile(path, file.datasync());
      },
      close: () => file.close(),
    };
  } catch (fault) {
    await file.close();
    throw fault;
  }
}

/** The batches whose results are all there: how many, and their records, failed ones and bytes of lines. */
async function wholeBatches(
  file: FileHandle,
  path: string,
  run: string,
  ends: readonly number[],
): Promise<{ done: number; failed: number; ambiguous: number; bytes: number; batches: number }> {
  let whole = { done: 0, failed: 0, ambiguous: 0, bytes: 0, batches: 0 };
  let [place, failed, ambiguous, bytes] = [0, 0, 0, 0];
  let isAstray = false;
  for await (const block of blocksOf(file)) {
    const lines = block.toString().split('\n');
    const cutOff = lines.pop() ?? '';
    if (place === 0 && lines.length === 0 && !cutOff.startsWith(beginning.slice(0, cutOff.length)))
      throw ofAnother(path);
    for (const line of lines) {
      const result = resultOf(line);
      if (result === undefined ? place === 0 : result.run !== run) throw ofAnother(path);
      // Two runs at once may have mixed their lines, a crash of the machine may have lost some: from there on all is
      // sent again, under its keys, and answered as it was.
      isAstray ||= result?.index !== place;
      if (isAstray) continue;
      place += 1;
      failed += result?.success === true ? 0 : 1;
      ambiguous += result?.ambiguous === true ? 1 : 0;
      bytes += Buffer.byteLength(line) + 1;
      if (place === ends[whole.batches])
        whole = { done: place, failed, ambiguous, bytes, batches: whole.batches + 1 };
    }
  }
  return whole;
}

/** How the first line of results begins. */
const beginning = '{"index":0,';

const ofAnother = (path: string): CommandFault =>
  new CommandFault(
    exit.usage,
    `${path} holds the results of another file, target or --key.`,
    'Put only what is new into a file of its own, or give another one with --results: all of it is written then, also what is there.',
  );

const mayBeThere = (path: string, first: number, last: number): CommandFault =>
  new CommandFault(
    exit.conflict,
    `Records ${first} to ${last} may have been created, and ${path} has no result of them: it was written last more than 47 hours ago, and the service keeps the keys of requests for 48.`,
    `Look for them in the CRM. Put those that it lacks, and all that come behind record ${last}, into a file of its own, and give the command with that one.`,
  );

const resultOf = (line: string): ResultLine | undefined => {
  try {
    return (JSON.parse(line) as ResultLine | null) ?? undefined;
  } catch {
    return undefined;
  }
};
