import { createClosing } from '@writ/service-kit';
import { seededRandom } from '@writ/test-kit';
import type { Experiment } from './experiment.ts';
import { startGround } from './ground/start-ground.ts';
import { collect } from './history/collect.ts';
import { createRecorder } from './history/recorder.ts';
import type { History } from './entry.ts';
import type { Verdict } from './rules/verdict.ts';

export type RunOptions = {
  name: string;
  n: number;
  seed: number;
  /** A folder of the run's own. */
  dataDir: string;
  historyFile: string;
  /** `PATH` and the like. */
  environment: Readonly<Record<string, string>>;
  tell: (line: string) => void;
  /** For the end of all writes and deliveries it waits no shorter than this: where nothing is known of how fast the machine is. */
  leastWaitMs?: number;
  /** Aborted when the run has to end early. */
  signal?: AbortSignal;
};

/** Runs an experiment on a ground of its own, writes its history down and judges it. Nothing is left running. */
export async function runExperiment(
  experiment: Experiment,
  options: RunOptions,
): Promise<{ verdicts: Verdict[]; history: History }> {
  const { name, n, seed, tell } = options;
  const closing = createClosing();
  try {
    const recorder = closing.add(createRecorder(options.historyFile), (opened) => opened.close());
    const ground = await startGround(closing, { ...options, plan: experiment.ground });
    recorder.record({ kind: 'run', atMs: Date.now(), experiment: name, n, seed });
    tell('Ready.');
    const { record } = recorder;
    const run = {
      ground,
      n,
      random: seededRandom(seed),
      record,
      tell,
      closing,
      ...(options.leastWaitMs !== undefined && { leastWaitMs: options.leastWaitMs }),
    };
    await Promise.race([experiment.act(run), aborted(options.signal)]);
    await (experiment.collect ?? collect)(run);
    return { verdicts: experiment.judge(recorder.history, n), history: recorder.history };
  } finally {
    tell('Stopping.');
    await closing.close();
  }
}

/** Rejects when the run has to end early, as soon as its ground stands. */
function aborted(signal: AbortSignal | undefined): Promise<never> {
  return new Promise((_, reject) => {
    const end = () => reject(new Error('ended early'));
    if (signal?.aborted) end();
    else signal?.addEventListener('abort', end, { once: true });
  });
}
