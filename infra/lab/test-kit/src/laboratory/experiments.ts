import { randomInt } from 'node:crypto';
import { Option } from 'commander';
import { laboratory, wholeNumber, type Laboratory } from './command-line.ts';
import { runOnce, type LabRun } from './run-once.ts';
import { renderVerdicts, type Verdict } from './verdict.ts';

/** `canUpgrade`: may begin with another checkout's processes. */
type Described = { summary: string; unit: string; usualN: number; canUpgrade?: boolean };
type Given = { n: number; seed: number; json?: string; from?: string };
type Perform<Experiment> = (
  experiment: Experiment,
  run: LabRun & { n: number; seed: number; from?: string },
) => Promise<{ verdicts: readonly Verdict[] }>;

/** Experiments have a size and a seed, and end in verdicts. A broken one exits with 1. */
export function experimentProgram<Experiment extends Described>(
  { lab, about, environment }: { lab: string; about: string; environment: NodeJS.ProcessEnv },
  experiments: Readonly<Record<string, Experiment>>,
  perform: Perform<Experiment>,
): Laboratory {
  const program = laboratory(lab, about);
  for (const [name, experiment] of Object.entries(experiments)) {
    const act = ({ n, seed, json: jsonFile, from }: Given) =>
      runOnce({ lab, name, environment }, async (run) => {
        const title = `${name}, n ${n}, seed ${seed}`;
        run.tell(title);
        const { verdicts } = await perform(experiment, {
          ...run,
          n,
          seed,
          ...(from !== undefined && { from }),
        });
        return {
          text: `${title}\n\n${renderVerdicts(verdicts)}`,
          holds: verdicts.every(({ holds }) => holds),
          report: { experiment: name, n, seed, verdicts },
          jsonFile,
        };
      });
    const command = program
      .command(name, experiment.summary, act)
      .option('--n <size>', `size: ${experiment.unit}`, wholeNumber(1), experiment.usualN)
      .addOption(
        new Option('--seed <number>', 'repeats what an earlier run did')
          .argParser(wholeNumber(0))
          .default(randomInt(2 ** 31), 'drawn'),
      )
      .option('--json <file>', 'also writes verdicts and figures to a file');
    if (experiment.canUpgrade)
      command.option('--from <checkout>', 'folder of another release, whose processes are replaced');
  }
  return program;
}
