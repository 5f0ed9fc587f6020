import { createClosing, type Closing } from '@writ/service-kit';
import { seededRandom } from '@writ/test-kit';
import type { Verdict } from '@writ/test-kit/laboratory';
import type { Entry, History } from './entry.ts';
import type { ExpectedAlerts, Experiment, Run } from './experiment.ts';
import { startGround, type GroundOptions } from './ground/start-ground.ts';
import { watchAlerts } from './ground/watch-alerts.ts';
import { collect } from './history/collect.ts';
import { firesOnly } from './rules/alerts.ts';

export type RunOptions = Pick<Run, 'leastWaitMs'> &
  Omit<GroundOptions, 'plan' | 'isWatched'> & {
    seed: number;
    /** Closing it ends the run early. */
    closing?: Closing;
    /** By default the experiment's at its usual size; at others none is watched. */
    alerts?: ExpectedAlerts | undefined;
  };

/** Uses a new ground and judges its history. Nothing keeps running. */
export async function runExperiment(
  experiment: Experiment,
  { n, seed, tell, closing = createClosing(), leastWaitMs, ...options }: RunOptions,
): Promise<{ verdicts: Verdict[]; history: History }> {
  const { alerts = n >= experiment.usualN ? experiment.alerts : undefined } = options;
  try {
    const history: Entry[] = [];
    const record = (entry: Entry): void => void history.push(entry);
    const watch = alerts && (await watchAlerts(closing));
    const ground = await startGround(closing, {
      ...options,
      n,
      tell,
      plan: experiment.ground,
      isWatched: alerts !== undefined,
    });
    await watch?.begin(ground);
    tell('Ready.');
    const own = { ground, n, random: seededRandom(seed), record, history, tell, closing };
    const run: Run = { ...own, ...(leastWaitMs !== undefined && { leastWaitMs }) };
    await experiment.act(run);
    await (experiment.collect ?? collect)(run);
    const verdicts = experiment.judge(history, n);
    if (!watch) return { verdicts, history };
    await watch.end(alerts.fire, record);
    return { verdicts: [...verdicts, ...firesOnly(history, alerts)], history };
  } finally {
    await closing.close();
  }
}
