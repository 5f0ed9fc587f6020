import { open, readFile } from 'node:fs/promises';
import { CommandFault, exit } from '../exit.ts';
import { withFile } from '../files.ts';
import { keysLiveMs, type Run } from './results-file.ts';

/** An operation that holds `count` records, from the place `first` on. */
export type Handed = { operationId: string; first: number; count: number };

/**
 * The operations that `--async` has handed the records of a run to, in a file beside that of the results. With them the run
 * continues by the operations' ids, however old the keys are.
 *
 * @throws CommandFault if the file holds another run; or if the run would continue with creates whose request may have been
 * stored, and its key has expired
 */
export async function openHanded(resultsPath: string, { run, ends, creates }: Run) {
  const path = `${resultsPath}.operations`;
  const file = await withFile(path, open(path, 'a+'));
  try {
    const lines = linesOf(await withFile(path, readFile(path, 'utf8')));
    if (lines.some((line) => line.run !== run)) throw ofAnother(path);
    const handed = new Map(
      lines.map(({ operationId, first, count }) => [first, { operationId, first, count }]),
    );
    const { mtimeMs } = await file.stat();
    const isPartial = handed.size > 0 && handed.size < ends.length;
    if (creates && isPartial && Date.now() - mtimeMs > keysLiveMs) throw expired(path);
    return {
      of: (first: number): Handed | undefined => handed.get(first),
      add: async (one: Handed) => {
        handed.set(one.first, one);
        await withFile(path, file.appendFile(`${JSON.stringify({ ...one, run })}\n`));
        await withFile(path, file.datasync());
      },
      all: (): Handed[] => [...handed.values()],
      close: () => file.close(),
    };
  } catch (fault) {
    await file.close();
    throw fault;
  }
}

/** A line that a crash has cut off is left out: its request is sent again with its key. */
const linesOf = (text: string): (Handed & { run: string })[] =>
  text.split('\n').flatMap((line) => {
    try {
      return line === '' ? [] : [JSON.parse(line) as Handed & { run: string }];
    } catch {
      return [];
    }
  });

const ofAnother = (path: string): CommandFault =>
  new CommandFault(
    exit.usage,
    `${path} holds the operations of another file, target or --key.`,
    'Name another results file with --results.',
  );

const expired = (path: string): CommandFault =>
  new CommandFault(
    exit.conflict,
    `The request after the last one in ${path} may have been stored, and its key has expired.`,
    'Look for its records in the CRM, and put the remaining records into a file of their own.',
  );
