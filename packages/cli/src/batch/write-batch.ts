import { exit, type ExitCode } from '../exit.ts';
import type { Session } from '../session.ts';
import { openHanded } from './handed-file.ts';
import { count, printCounts, shown, type Counts } from './progress.ts';
import { mostAhead, openResults } from './results-file.ts';
import { resultsOfStored, storeBatch, type Stored } from './stored-batch.ts';
import { batchesOf, resultsPathOf, surveyOf, type Batch } from './survey.ts';

/**
 * Writes each record once, however often the command is interrupted and repeated: records without a result
 * are sent with the keys that they had.
 * @throws CommandError if the key of a create has expired
 */
export async function writeBatch(session: Session, batch: Batch): Promise<ExitCode> {
  const survey = await surveyOf(session, batch);
  const { ends, run } = survey;
  const path = resultsPathOf(batch);
  const { handed, close } = await openHanded(path, survey);
  await close();
  const results = await openResults(path, survey);
  const { done, failed, ambiguous } = results;
  const counts: Counts = { done, failed, ambiguous, total: ends.at(-1) ?? 0 };
  if (done > 0) session.note(`${done} of ${counts.total} records have their result in ${path}.`);
  const { waits, end } = shown(session, counts);
  const warned = new Set<string>();
  const ahead: Stored[] = [];
  const settleFirst = async (): Promise<void> => {
    const first = ahead.shift();
    if (first === undefined) return;
    const settled = await resultsOfStored(session, first, waits);
    await results.append(settled);
    for (const { warnings = [] } of settled) for (const warning of warnings) warned.add(warning);
    count(counts, settled);
    waits('');
  };
  try {
    for await (const { records, first, number } of batchesOf(batch.file, ends, done)) {
      session.around.signal.throwIfAborted();
      const known = handed.get(first);
      const stored = known
        ? { operations: [{ ...known, first: 0 }], failed: [] }
        : await storeBatch(session, batch, { records, key: `${run}.${number}`, waits });
      ahead.push({ ...stored, first });
      if (ahead.length >= mostAhead) await settleFirst();
    }
    while (ahead.length > 0) await settleFirst();
  } finally {
    await results.close();
    end();
    for (const warning of warned) session.note(warning);
    if (counts.done < counts.total)
      session.note(
        `${counts.done} of ${counts.total} records have a result. The service still writes what it has stored; run the same command to continue.`,
      );
  }
  return printCounts(session, counts, path);
}

/**
 * Stores the records as operations and prints those. Without `--async` the same command fetches the results.
 */
export async function handOverBatch(session: Session, batch: Batch): Promise<ExitCode> {
  const survey = await surveyOf(session, batch);
  const { ends, run } = survey;
  const path = resultsPathOf(batch);
  const results = await openResults(path, survey);
  await results.close();
  const { handed, add, close } = await openHanded(path, survey);
  const counts = { done: results.done, failed: 0, ambiguous: 0, total: ends.at(-1) ?? 0 };
  const { waits, end } = shown(session, counts);
  try {
    for await (const { records, first, number } of batchesOf(batch.file, ends, results.done)) {
      counts.done += records.length;
      if (handed.has(first)) continue;
      session.around.signal.throwIfAborted();
      const stored = await storeBatch(session, batch, { records, key: `${run}.${number}`, waits });
      for (const { operationId, count: size } of stored.operations)
        await add({ operationId, first, count: size });
      counts.failed += stored.failed.length;
      const why = stored.failed[0]?.errors[0].message;
      if (why !== undefined) session.note(`Records ${first + 1} to ${first + records.length}: ${why}`);
      waits('');
    }
  } finally {
    await close();
    end();
  }
  await session.print.list(handed.values(), { OPERATION: 'operationId', FIRST: 'first', RECORDS: 'count' });
  return counts.failed === 0 ? exit.done : exit.writeFailed;
}
