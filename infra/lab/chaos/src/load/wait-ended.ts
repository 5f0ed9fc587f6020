import { eventually } from '@writ/test-kit';
import type { Run } from '../experiment.ts';

const everyMs = 250;

export async function waitEnded({ ground, tell, leastWaitMs = 0 }: Run, limitMs: number): Promise<void> {
  const { pool, receiver } = ground;
  const withinMs = Math.max(limitMs, leastWaitMs);
  let left = '';
  const ended = async (): Promise<boolean> => {
    const { rows } = await pool.query<{ all: number; running: number }>(
      `SELECT count(*)::int AS all, count(*) FILTER (WHERE status = 'in_progress')::int AS running FROM operation`,
    );
    const { all, running } = rows[0] ?? { all: 0, running: 0 };
    left = `${running} of ${all} operations in progress, ${receiver.received.length} events came`;
    return running === 0 && receiver.received.length >= all;
  };
  await eventually(ended, { withinMs, everyMs }).catch(() =>
    tell(`Waited ${withinMs / 1000} s in vain: ${left}.`),
  );
}
