import { open, readFile, rename } from 'node:fs/promises';
import { WritProblem } from '@writ/sdk';
import { usageError, type ExitCode } from '../exit.ts';
import { withFile } from '../files.ts';
import type { Session } from '../session.ts';
import { count, printCounts, shown } from './progress.ts';
import { mostAhead, openResults, type FileResult, type ResultLine } from './results-file.ts';
import { resultsOf, resultsOfStored, storeBatch, type Waits } from './stored-batch.ts';
import { batchesOf, resultsPathOf, surveyOf, type Batch } from './survey.ts';

/**
 * Sends the failed records again, and replaces their results. An operation is retried by the service, which
 * looks for records that may exist; a refused request is sent once more. May be repeated: retries of an
 * operation become the same new one.
 * @throws CommandError if a record has no result yet
 */
export async function retryFailed(session: Session, batch: Batch): Promise<ExitCode> {
  const survey = await surveyOf(session, batch);
  const { ends, run } = survey;
  const total = ends.at(-1) ?? 0;
  const path = resultsPathOf(batch);
  const { done, close } = await openResults(path, survey);
  await close();
  if (done < total)
    throw usageError(
      `${path} has the results of ${done} of ${total} records.`,
      'Run the command without --retry-failed first: it continues with the others.',
    );
  const lines = linesOf(await withFile(path, readFile(path, 'utf8')));
  const failed = lines.filter(isSentAgain);
  const counts = { done: 0, failed: 0, ambiguous: 0, total };
  count(
    counts,
    lines.filter((line) => !isSentAgain(line)),
  );
  const { waits, end } = shown(session, counts);
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
    end();
    // Also when interrupted.
    await replaceFile(path, lines);
  }
  return printCounts(session, counts, path);
}

/** Writ itself refuses such a record, and a retry leaves it out. */
const isSentAgain = ({ success, errors }: ResultLine): boolean =>
  !success && errors[0].code !== 'NOT_SENT_INVALID_RECORD';

const linesOf = (text: string): ResultLine[] =>
  text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as ResultLine);

async function* retried(
  session: Session,
  failed: readonly ResultLine[],
  waits: Waits,
): AsyncGenerator<FileResult[]> {
  const { signal } = session.around;
  const ahead: { id: string; places: number[] }[] = [];
  const settleFirst = async (): Promise<FileResult[]> => {
    const first = ahead.shift();
    return first === undefined ? [] : resultsOf(session, first.id, first.places, waits);
  };
  for (const [before, lines] of Map.groupBy(failed, ({ operationId }) => operationId)) {
    if (before === undefined) continue;
    const retry = await session.writ.operations.retry(before, { signal }).catch(unlessRefused);
    if (retry instanceof WritProblem) {
      session.note(`Operation ${before} is not sent again: ${retry.detail}`);
      yield lines;
      continue;
    }
    ahead.push({ id: retry.operationId, places: lines.map(({ index }) => index) });
    if (ahead.length >= mostAhead) yield await settleFirst();
  }
  while (ahead.length > 0) yield await settleFirst();
}

function unlessRefused(error: unknown): WritProblem {
  if (error instanceof WritProblem && [404, 409, 410].includes(error.status)) return error;
  throw error;
}

/** A crash leaves the old file or the new one. */
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
