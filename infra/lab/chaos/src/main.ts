import { randomInt } from 'node:crypto';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { obey } from '@writ/test-kit';
import { readCommandLine, usage, type RunCommand } from './command-line.ts';
import { experimentNames, experiments } from './experiments.ts';
import { entriesOf } from './entry.ts';
import { readHistory } from './history/read-history.ts';
import { renderVerdicts } from './report/render-verdicts.ts';
import type { Verdict } from './rules/verdict.ts';
import { runExperiment } from './run-experiment.ts';

type Name = (typeof experimentNames)[number];

const command = readCommandLine(process.argv.slice(2), experimentNames);
process.exitCode =
  command.do === 'judge'
    ? await judge(command.name, command.historyFile)
    : await obey(command, usage(experiments), run);

/** 0 when everything holds. */
function tellVerdicts(title: string, verdicts: readonly Verdict[]): number {
  process.stdout.write(`\n${title}\n\n${renderVerdicts(verdicts)}\n`);
  return verdicts.every(({ holds }) => holds) ? 0 : 1;
}

async function judge(name: Name, file: string): Promise<number> {
  const history = await readHistory(file);
  const [about] = entriesOf(history, 'run');
  if (about?.experiment !== name) {
    process.stderr.write(`${file} is not a history of ${name}.\n`);
    return 64;
  }
  return tellVerdicts(`${name}, n ${about.n}, seed ${about.seed}`, experiments[name].judge(history, about.n));
}

async function run({ name, n, seed = randomInt(2 ** 31), jsonFile }: RunCommand<Name>): Promise<number> {
  const startedAt = new Date();
  const secondsSoFar = () => (Date.now() - startedAt.getTime()) / 1000;
  const tell = (line: string) =>
    void process.stderr.write(`${secondsSoFar().toFixed(1).padStart(6)} s  ${line}\n`);
  const experiment = experiments[name];
  const size = n ?? experiment.usualN;
  const chaosDir = resolve(process.env['DATA_DIR'] || '.data', 'chaos');
  await mkdir(chaosDir, { recursive: true });
  const stamp = startedAt.toISOString().replaceAll(/[:.]/g, '-');
  const historyFile = join(chaosDir, `${name}-${stamp}.jsonl`);
  const dataDir = await mkdtemp(join(chaosDir, 'run-'));
  const ending = new AbortController();
  process.once('SIGINT', () => ending.abort()).once('SIGTERM', () => ending.abort());

  const { PATH = '', HOME = '' } = process.env;
  tell(`${name}: n ${size}, seed ${seed}`);
  try {
    const { verdicts } = await runExperiment(experiment, {
      name,
      n: size,
      seed,
      dataDir,
      historyFile,
      tell,
      signal: ending.signal,
      environment: { PATH, HOME },
    });
    const seconds = Math.round(secondsSoFar());
    const code = tellVerdicts(`${name}, n ${size}, seed ${seed}, ${seconds} s`, verdicts);
    tell(`The history is in ${historyFile}`);
    if (jsonFile !== undefined) {
      const report = { experiment: name, n: size, seed, startedAt, seconds, verdicts };
      await mkdir(dirname(resolve(jsonFile)), { recursive: true });
      await writeFile(jsonFile, `${JSON.stringify(report, undefined, 2)}\n`);
    }
    return code;
  } catch (error) {
    tell(`${name} failed: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`);
    return 1;
  } finally {
    await rm(dataDir, { recursive: true, force: true });
    // What was being sent or waited for when the run was ended goes on otherwise.
    if (ending.signal.aborted) process.exit(130);
  }
}
