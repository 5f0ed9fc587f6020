import { createClosing, type Closing } from '@writ/service-kit';
import { seededRandom } from '@writ/test-kit';
import type { Verdict } from '@writ/test-kit/laboratory';
import type { Entry, History } from './entry.ts';
import type { Experiment, Run } from './experiment.ts';
import { startGround, type GroundOptions } from './ground/start-ground.ts';
import { collect } from './history/collect.ts';

export type RunOptions = Pick<Run, 'leastWaitMs'> &
  Omit<GroundOptions, 'plan'> & {
    seed: number;
    /** Closed early, it ends the run. */
    closing?: Closing;
  };

/** Runs an experiment on a ground of its own and judges its history. Nothing is left running. */
export async function runExperiment(
  experiment: Experiment,
  { n, seed, tell, closing = createClosing(), leastWaitMs, ...options }: RunOptions,
): Promise<{ verdicts: Verdict[]; history: History }> {
  try {
    const history: Entry[] = [];
    const record = (entry: Entry): void => void history.push(entry);
    const ground = await startGround(closing, { ...options, n, tell, plan: experiment.ground });
    tell('Ready.');
    const own = { ground, n, random: seededRandom(seed), record, history, tell, closing };
    const run: Run = { ...own, ...(leastWaitMs !== undefined && { leastWaitMs }) };
    await experiment.act(run);
    await (experiment.collect ?? collect)(run);
    return { verdicts: experiment.judge(history, n), history };
  } finally {
    await closing.close();
  }
}
