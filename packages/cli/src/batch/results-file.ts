import { open, type FileHandle } from 'node:fs/promises';
import type { RecordResult } from '@writ/sdk';
import { CommandFault, exit } from '../exit.ts';
import { withFile } from '../files.ts';
import { blocksOf } from './blocks.ts';

/** A result of a record, as a line of the file; `run` is what its batches were sent under. */
export type ResultLine = RecordResult & { run: string };

/**
 * Opens the results of a run, to go on after its last whole batch: a batch whose lines were cut off is sent once more,
 * and answered as it was. `ends` tells how many records there are up to the end of each batch.
 *
 * @throws CommandFault when the file holds something else, or cannot be used.
 */
export async function openResults(path: string, run: string, ends: readonly number[]) {
  const file = await withFile(path, open(path, 'a+'));
  try {
    if (!(await file.stat()).isFile())
      throw new CommandFault(exit.usage, `${path}: it is no file that could be read again`);
    const { done, failed, bytes } = await wholeBatches(file, path, run, ends);
    await withFile(path, file.truncate(bytes));
    return {
      /** Records that have their result. */
      done,
      failed,
      /** Returns once the results would survive the loss of the machine. */
      append: async (results: readonly RecordResult[]) => {
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

/** The batches whose results are all there: how many records they have, how many failed, how many bytes of lines. */
async function wholeBatches(
  file: FileHandle,
  path: string,
  run: string,
  ends: readonly number[],
): Promise<{ done: number; failed: number; bytes: number }> {
  let whole = { done: 0, failed: 0, bytes: 0 };
  let [place, failed, bytes, batches] = [0, 0, 0, 0];
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
      bytes += Buffer.byteLength(line) + 1;
      if (place !== ends[batches]) continue;
      whole = { done: place, failed, bytes };
      batches += 1;
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

const resultOf = (line: string): ResultLine | undefined => {
  try {
    return (JSON.parse(line) as ResultLine | null) ?? undefined;
  } catch {
    return undefined;
  }
};
