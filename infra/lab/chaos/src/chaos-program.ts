import { writeFile } from 'node:fs/promises';
import { experimentProgram } from '@writ/test-kit/laboratory';
import type { History } from './entry.ts';
import { experiments } from './experiments.ts';
import { runExperiment } from './run-experiment.ts';

const about =
  'Starts real Postgres, Redis and Kafka, the services as processes, the sandbox CRMs and a receiver; breaks something ' +
  'during writes; writes what it saw to DATA_DIR/chaos (.data/chaos without it); exits with 1 if a verdict is broken.';

export const chaosProgram = (environment: NodeJS.ProcessEnv) =>
  experimentProgram({ lab: 'chaos', about, environment }, experiments, async (experiment, run) => {
    const { verdicts, history } = await runExperiment(experiment, run);
    const file = run.kept('jsonl');
    await writeFile(file, linesOf(history));
    run.tell(`The history is in ${file}`);
    return { verdicts };
  });

/** Line by line: a long run exceeds the longest string. */
function* linesOf(history: History): Generator<string, void> {
  for (const entry of history) yield `${JSON.stringify(entry)}\n`;
}
