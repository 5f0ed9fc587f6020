import { open, readFile, rename } from 'node:fs/promises';
import { WritProblem } from '@writ/sdk';
import type { Session } from '../session.ts';
import { CommandFault, exit, type ExitCode } from '../exit.ts';
import { withFile } from '../files.ts';
import { mostAhead, openResults, type FileResult, type ResultLine } from './results-file.ts';
import { endOf, resultsOf, storeBatch, type Waits } from './stored-batch.ts';
import {
  batchesOf,
  count,
  printCounts,
  resultsOfStored,
  resultsPathOf,
  shown,
  surveyOf,
  type Batch,
} from './write-batch.ts';

/**
 * Sends the failed records again, and replaces their results. The service retries an operation, and looks for what may have
 * been created; a refused request is sent once more. If it is interrupted, it continues when it is run again: an operation
 * becomes the same one however often it is retried.
 *
 * @returns 0 when every record is written now, otherwise 1.
 * @throws CommandFault where not every record has a result yet
 */
export async function retryFailed(session: Session, batch: Batch): Promise<ExitCode> {
  const survey = await surveyOf(session, batch);
  const { ends, run } = survey;
  const total = ends.at(-1) ?? 0;
  const path = resultsPathOf(batch);
  const opened = await openResults(path, survey);
  await opened.close();
  if (opened.done < total) throw unfinished(path, opened.done, total);
  const lines = linesOf(await withFile(path, readFile(path, 'utf8')));
  const failed = lines.filter(isSentAgain);
  const counts = { done: 0, failed: 0, ambiguous: 0, total };
  count(
    counts,
    lines.filter((line) => !isSentAgain(line)),
  );
  const { waits, progress } = shown(session, counts);
  const replace = (results: readonly FileResult[]): void => {
    for (const result of results) lines[result.index] = { ...result, run };
    count(counts, results);
    waits('');
  };
  try {
    for await (const results of retried(session, failed, waits)) replace(results);
    const refused = new Set(
      failed.filter(({ operationId }) => operationId === undefined).map(({ index }) => index),
    );
    for await (const { records, first, number } of batchesOf(batch.file, ends, 0)) {
      if (!refused.has(first)) continue;
      const stored = await storeBatch(session, batch, { records, key: `${run}.${number}`, waits });
      replace(await resultsOfStored(session, { ...stored, first }, waits));
    }
  } finally {
    progress.end();
    // Also after a stop: what was sent again has its new results.
    await replaceFile(path, lines);
  }
  return printCounts(session, counts, path);
}

/** A record that Writ refused by itself is never sent, and no retry of its operation holds it. */
const isSentAgain = ({ success, errors }: ResultLine): boolean =>
  !success && errors[0].code !== 'NOT_SENT_INVALID_RECORD';

const linesOf = (text: string): ResultLine[] =>
  text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as ResultLine);

const unfinished = (path: string, done: number, total: number): CommandFault =>
  new CommandFault(
    exit.usage,
    `${path} has the results of ${done} of ${total} records.`,
    'Run the command without --retry-failed first: it continues with the others.',
  );

/** New results of the records of operations; each operation is tried again as a whole, and holds those that failed, in order. */
async function* retried(
  session: Session,
  failed: readonly ResultLine[],
  waits: Waits,
): AsyncGenerator<FileResult[]> {
  const places = Map.groupBy(failed, ({ operationId }) => operationId);
  const ahead: { id: string; indexes: number[] }[] = [];
  const settleFirst = async (): Promise<FileResult[]> => {
    const first = ahead.shift();
    if (first === undefined) return [];
    return resultsOf(session, await endOf(session, first.id, waits), first.indexes);
  };
  for (const [before, lines] of places) {
    if (before === undefined) continue;
    const { signal } = session.around;
    const made = await session.writ.operations.retry(before, { signal }).catch(unlessRefused);
    if (made instanceof WritProblem) {
      session.note(`Operation ${before} is not sent again: ${made.detail}`);
      yield lines;
      continue;
    }
    ahead.push({ id: made.operationId, indexes: lines.map(({ index }) => index) });
    if (ahead.length >= mostAhead) yield await settleFirst();
  }
  while (ahead.length > 0) yield await settleFirst();
}

/** One operation that is not sent again keeps none of the others from it. */
function unlessRefused(fault: unknown): WritProblem {
  if (fault instanceof WritProblem && [404, 409, 410].includes(fault.status)) return fault;
  throw fault;
}

/** Puts the lines in the place of the file's, so that a crash leaves the one or the other. */
async function replaceFile(path: string, lines: readonly ResultLine[]): Promise<void> {
  const next = `${path}.new`;
  const file = await withFile(next, open(next, 'w'));
  try {
    for (const line of lines) await withFile(next, file.write(`${JSON.stringify(line)}\n`));
    await withFile(next, file.datasync());
  } finally {
    await file.close();
  }
  await withFile(path, rename(next, path));
}
