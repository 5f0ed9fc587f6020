import { randomInt } from 'node:crypto';
import {
  listOf,
  obey,
  readExperiment,
  renderVerdicts,
  runOnce,
  type ExperimentCommand,
} from '@writ/test-kit/laboratory';
import { experimentNames, experiments, type ExperimentName } from './experiments.ts';
import { entriesOf } from './entry.ts';
import { readHistory } from './history/recorder.ts';
import { runExperiment } from './run-experiment.ts';

const usage = `npm run chaos -- <name> [--n <size>] [--seed <number>] [--json <file>]
npm run chaos -- <name> --judge <history file>

${listOf(experiments)}

  --n <size>       size of the experiment; the list shows what it counts and the usual size
  --seed <number>  breaks the same things again
  --json <file>    also writes verdicts and figures to a file
  --judge <file>   judges the history of an earlier run again
  --help           this

Starts real Postgres, Redis and Kafka, the services as processes, the sandbox CRMs and a receiver; breaks something
during writes; writes what it saw to DATA_DIR/chaos (.data/chaos without it); exits with 1 if a verdict is broken.
`;

type Command = ExperimentCommand<ExperimentName, 'json' | 'judge'>;

process.exitCode = await obey(
  readExperiment(process.argv.slice(2), experimentNames, ['json', 'judge']),
  usage,
  (command: Command) =>
    command.texts.judge === undefined ? run(command) : judge(command.name, command.texts.judge),
);

async function judge(name: ExperimentName, file: string): Promise<number> {
  const history = await readHistory(file);
  const [about] = entriesOf(history, 'run');
  if (about?.experiment !== name) {
    process.stderr.write(`${file} is not a history of ${name}.\n`);
    return 64;
  }
  const verdicts = experiments[name].judge(history, about.n);
  process.stdout.write(`${name}, n ${about.n}, seed ${about.seed}\n\n${renderVerdicts(verdicts)}\n`);
  return verdicts.every(({ holds }) => holds) ? 0 : 1;
}

function run({ name, n = experiments[name].usualN, seed = randomInt(2 ** 31), texts }: Command) {
  return runOnce({ lab: 'chaos', name, environment: process.env }, async (lab) => {
    const about = `${name}, n ${n}, seed ${seed}`;
    lab.tell(about);
    const historyFile = lab.kept('jsonl');
    lab.tell(`The history is in ${historyFile}`);
    const { verdicts } = await runExperiment(experiments[name], { ...lab, name, n, seed, historyFile });
    return {
      text: `${about}\n\n${renderVerdicts(verdicts)}`,
      holds: verdicts.every(({ holds }) => holds),
      report: { experiment: name, n, seed, verdicts },
      jsonFile: texts.json,
    };
  });
}
