import { writeFile } from 'node:fs/promises';
import { experimentProgram } from '@writ/test-kit/laboratory';
import { experiments } from './experiments.ts';
import { runExperiment } from './run-experiment.ts';

const about =
  'Starts real Postgres, Redis and Kafka, the services as processes, the sandbox CRMs and a receiver; breaks something ' +
  'during writes; writes what it saw to DATA_DIR/chaos (.data/chaos without it); exits with 1 if a verdict is broken.';

const program = experimentProgram(
  { lab: 'chaos', about, environment: process.env },
  experiments,
  async (experiment, run) => {
    const { verdicts, history } = await runExperiment(experiment, run);
    const file = run.kept('jsonl');
    await writeFile(file, history.map((entry) => `${JSON.stringify(entry)}\n`).join(''));
    run.tell(`The history is in ${file}`);
    return { verdicts };
  },
);
process.exitCode = await program.obey(process.argv.slice(2));
