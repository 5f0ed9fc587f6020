import type { LoadResult } from './load-task.ts';

type Run<Result = LoadResult> = () => Promise<Result>;

const usualRounds = 2;

/** Alternates yardstick and subject after a warm-up, so that a changing machine affects both. */
export async function inTurn<Yardstick = LoadResult, Subject = LoadResult>(
  yardstick: Run<Yardstick>,
  subject: Run<Subject>,
  rounds = usualRounds,
): Promise<{ yardstick: Yardstick[]; subject: Subject[] }> {
  await yardstick();
  await subject();
  const turns = { yardstick: [] as Yardstick[], subject: [] as Subject[] };
  for (let round = 0; round < rounds; round += 1) {
    turns.yardstick.push(await yardstick());
    turns.subject.push(await subject());
  }
  return turns;
}

export async function topRates(yardstick: Run, subject: Run): Promise<[yardstick: number, subject: number]> {
  const turns = await inTurn(yardstick, subject);
  const rate = (results: readonly LoadResult[]) => meanOf(results, ({ perSecond }) => perSecond);
  return [rate(turns.yardstick), rate(turns.subject)];
}

export const meanOf = (results: readonly LoadResult[], pick: (result: LoadResult) => number): number =>
  results.reduce((sum, result) => sum + pick(result), 0) / Math.max(1, results.length);
