import { resolve } from 'node:path';
import { laboratory, runOnce, wholeNumber } from '@writ/test-kit/laboratory';
import type { Benchmark } from './benchmark.ts';
import { benchmarkNames, benchmarks, type BenchmarkName } from './benchmarks.ts';
import { choiceOption, choiceOptionNames, type Choices } from './choices.ts';
import { describeMachine, watchUse } from './measure/processes.ts';
import { renderReport } from './report/render-report.ts';
import type { Report } from './report/report.ts';

const lab = laboratory(
  'bench',
  'Starts real Postgres, Redis and Kafka, the services and all that they call, and stops them at its end.',
);
for (const name of benchmarkNames) {
  const { summary, usualSize, usualChoices = {} }: Benchmark = benchmarks[name];
  const command = lab
    .command(name, summary, (options: Options) => run(name, options))
    .option('--json <file>', 'where the figures are written; below DATA_DIR/bench by default')
    .option(
      '--profile <folder>',
      'every service writes a CPU profile there at its end; figures are worse then',
    );
  if (usualSize !== undefined)
    command.option('--size <count>', 'size of the work: see the README', wholeNumber(1), usualSize);
  for (const option of choiceOptionNames) {
    const usual = usualChoices[option];
    if (usual) command.addOption(choiceOption(option, usual));
  }
}
process.exitCode = await lab.obey(process.argv.slice(2));

type Options = Choices & { size?: number; json?: string; profile?: string };

/** Returns 0 if every check holds; missed goals are only reported. */
function run(name: BenchmarkName, { size = 0, json, profile, ...choices }: Options): Promise<number> {
  return runOnce({ lab: 'bench', name, environment: process.env }, async (own) => {
    const startedAt = new Date();
    const endWatch = await watchUse();
    const findings = await benchmarks[name].run({
      ...own,
      size,
      choices,
      ...(profile !== undefined && { profileDir: resolve(profile) }),
    });
    const report: Report = {
      benchmark: name,
      startedAt: startedAt.toISOString(),
      seconds: (Date.now() - startedAt.getTime()) / 1000,
      machine: describeMachine(),
      others: (await endWatch()).others,
      ...findings,
    };
    const holds = report.checks.every((check) => check.holds);
    return { text: renderReport(report), holds, report, jsonFile: json ?? own.kept('json') };
  });
}
