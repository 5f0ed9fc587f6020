import { readFile } from 'node:fs/promises';
import { CommandError, exit, usageError } from '../exit.ts';
import { withFile } from '../files.ts';
import { keysLiveMs, objectIn, openLines, type Run } from './run-file.ts';

export type Handed = { operationId: string; first: number; count: number };

/**
 * The operations of `--async`, by the place of their first record, in a file beside the results. They outlive
 * the keys of the run. A line cut off by a crash is ignored: its request is sent again.
 * @throws CommandError if the file is of another run, or a create may have been stored and its key has
 * expired
 */
export async function openHanded(resultsPath: string, { run, ends, creates }: Run) {
  const path = `${resultsPath}.operations`;
  const opened = await openLines(path, async (file) => {
    const handed = new Map<number, Handed>();
    for (const line of (await withFile(path, readFile(path, 'utf8'))).split('\n')) {
      const found = objectIn(line) as (Handed & { run: string }) | undefined;
      if (found === undefined) continue;
      if (found.run !== run)
        throw usageError(
          `${path} holds the operations of another file, target or --key.`,
          'Name another results file with --results.',
        );
      const { operationId, first, count } = found;
      handed.set(first, { operationId, first, count });
    }
    const { mtimeMs } = await file.stat();
    const isPartial = handed.size > 0 && handed.size < ends.length;
    if (creates && isPartial && Date.now() - mtimeMs > keysLiveMs)
      throw new CommandError(
        exit.conflict,
        `The request after the last one in ${path} may have been stored, and its key has expired.`,
        'Look for its records in the CRM, and put the remaining records into a file of their own.',
      );
    return { handed };
  });
  return {
    ...opened,
    add: async (one: Handed) => {
      opened.handed.set(one.first, one);
      await opened.append([{ ...one, run }]);
    },
  };
}
