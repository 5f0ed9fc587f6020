import { createClosing, type Closing } from '@writ/service-kit';
import { seededRandom } from '@writ/test-kit';
import type { Verdict } from '@writ/test-kit/laboratory';
import type { Experiment, Run } from './experiment.ts';
import { startGround, type GroundOptions } from './ground/start-ground.ts';
import { collect } from './history/collect.ts';
import { createRecorder } from './history/recorder.ts';

export type RunOptions = Pick<Run, 'leastWaitMs'> &
  Omit<GroundOptions, 'plan'> & {
    name: string;
    seed: number;
    historyFile: string;
    /** Closed early, it ends the run. */
    closing?: Closing;
  };

/** Runs an experiment on a ground of its own, writes its history and judges it. Nothing is left running. */
export async function runExperiment(
  experiment: Experiment,
  { name, n, seed, tell, closing = createClosing(), leastWaitMs, ...options }: RunOptions,
): Promise<{ verdicts: Verdict[] }> {
  try {
    const { record, history, close } = createRecorder(options.historyFile);
    closing.add(close, (end) => end());
    const ground = await startGround(closing, { ...options, n, tell, plan: experiment.ground });
    record({ kind: 'run', atMs: Date.now(), experiment: name, n, seed });
    tell('Ready.');
    const own = { ground, n, random: seededRandom(seed), record, history, tell, closing };
    const run: Run = { ...own, ...(leastWaitMs !== undefined && { leastWaitMs }) };
    await experiment.act(run);
    await (experiment.collect ?? collect)(run);
    return { verdicts: experiment.judge(history, n) };
  } finally {
    await closing.close();
  }
}
