import { eventually } from '@writ/test-kit';
import type { Run } from '../experiment.ts';

const everyMs = 250;

type Look = { isOver: boolean; left: string };

/** After the limit the run continues; verdicts show the rest. */
export async function waitUntilOver(
  { tell, leastWaitMs = 0 }: Pick<Run, 'tell' | 'leastWaitMs'>,
  limitMs: number,
  look: () => Promise<Look>,
): Promise<void> {
  const withinMs = Math.max(limitMs, leastWaitMs);
  let left = '';
  const isOver = async (): Promise<boolean> => {
    const seen = await look();
    ({ left } = seen);
    return seen.isOver;
  };
  await eventually(isOver, { withinMs, everyMs }).catch(() =>
    tell(`Waited ${withinMs / 1000} s in vain: ${left}.`),
  );
}

export const waitEnded = (run: Run, limitMs: number): Promise<void> =>
  waitUntilOver(run, limitMs, async () => {
    const { pool, receiver } = run.ground;
    const { rows } = await pool.query<{ all: number; running: number }>(
      `SELECT count(*)::int AS all, count(*) FILTER (WHERE status = 'in_progress')::int AS running FROM operation`,
    );
    const { all, running } = rows[0] ?? { all: 0, running: 0 };
    return {
      isOver: running === 0 && receiver.received.length >= all,
      left: `${running} of ${all} operations in progress, ${receiver.received.length} events came`,
    };
  });
