import { resolve } from 'node:path';
import { obey, runOnce } from '@writ/test-kit/laboratory';
import type { Benchmark } from './benchmark.ts';
import { benchmarkNames, benchmarks, type BenchmarkName } from './benchmarks.ts';
import { readCommandLine, usage, type RunCommand } from './command-line.ts';
import { describeMachine, watchOthers } from './measure/processes.ts';
import { renderReport } from './report/render-report.ts';
import type { Report } from './report/report.ts';

const benchmarkOf = (name: BenchmarkName): Benchmark => benchmarks[name];

process.exitCode = await obey(
  readCommandLine(process.argv.slice(2), benchmarkNames, benchmarkOf),
  usage(benchmarks),
  run,
);

/** Resolves with 0 if every check holds; missed goals are reported and change nothing. */
function run({ name, size, jsonFile, profileDir, choices }: RunCommand<BenchmarkName>): Promise<number> {
  return runOnce({ lab: 'bench', name, environment: process.env }, async (lab) => {
    const startedAt = new Date();
    const shareOfOthers = await watchOthers();
    const benchmark = benchmarkOf(name);
    const findings = await benchmark.run({
      ...lab,
      size: size ?? benchmark.usualSize ?? 0,
      choices,
      ...(profileDir !== undefined && { profileDir: resolve(profileDir) }),
    });
    const report: Report = {
      benchmark: name,
      startedAt: startedAt.toISOString(),
      seconds: (Date.now() - startedAt.getTime()) / 1000,
      machine: describeMachine(),
      others: await shareOfOthers(),
      ...findings,
    };
    const holds = report.checks.every((check) => check.holds);
    return { text: renderReport(report), holds, report, jsonFile: jsonFile ?? lab.kept('json') };
  });
}
