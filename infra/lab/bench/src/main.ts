import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { createClosing } from '@writ/service-kit';
import { obey } from '@writ/test-kit';
import type { Benchmark } from './benchmark.ts';
import { benchmarkNames, benchmarks } from './benchmarks.ts';
import { readCommandLine, usage } from './command-line.ts';
import { describeMachine } from './measure/machine.ts';
import { watchOthers } from './measure/other-load.ts';
import { replicaSettings } from './replica-options.ts';
import { renderReport } from './report/render-report.ts';
import type { Report } from './report/report.ts';

const command = readCommandLine(process.argv.slice(2), benchmarkNames, (name) => {
  const benchmark: Benchmark = benchmarks[name];
  return {
    size: benchmark.usualSize !== undefined,
    replicas: benchmark.replicaOptions ?? [],
    choices: benchmark.usualChoices ?? {},
  };
});
process.exitCode = await obey(command, usage(benchmarks), run);

/** 0 when every check holds; goals that are missed are told and change nothing. */
async function run({
  name,
  size,
  jsonFile,
  profileDir,
  replicas,
  choices,
}: Extract<typeof command, { do: 'run' }>): Promise<number> {
  const startedAt = new Date();
  const tell = (line: string) => void process.stderr.write(`${elapsed(startedAt)}  ${line}\n`);
  const benchDir = resolve(process.env['DATA_DIR'] || '.data', 'bench');
  await mkdir(benchDir, { recursive: true });
  const dataDir = await mkdtemp(join(benchDir, 'run-'));
  const closing = createClosing();
  closing.add(dataDir, (dir) => rm(dir, { recursive: true, force: true }));
  const stopEarly = () => void closing.close().finally(() => process.exit(130));
  process.once('SIGINT', stopEarly).once('SIGTERM', stopEarly);

  const { PATH = '', HOME = '' } = process.env;
  const machine = describeMachine();
  const shareOfOthers = await watchOthers();
  try {
    const benchmark = benchmarks[name];
    const findings = await benchmark.run({
      size: size ?? benchmark.usualSize ?? 0,
      environment: { PATH, HOME },
      dataDir,
      replicas,
      choices,
      ...(profileDir !== undefined && { profileDir: resolve(profileDir) }),
      tell,
      closing,
    });
    const seconds = (Date.now() - startedAt.getTime()) / 1000;
    const report: Report = {
      benchmark: name,
      startedAt: startedAt.toISOString(),
      seconds,
      machine,
      others: await shareOfOthers(),
      ...findings,
      settings: { ...findings.settings, ...replicaSettings(replicas) },
    };
    process.stdout.write(`\n${renderReport(report)}`);
    const stamp = report.startedAt.replaceAll(/[:.]/g, '-');
    await store(report, jsonFile ?? join(benchDir, `${name}-${stamp}.json`), tell);
    return report.checks.every(({ holds }) => holds) ? 0 : 1;
  } catch (error) {
    tell(`${name} failed: ${error instanceof Error ? error.message : String(error)}`);
    return 1;
  } finally {
    tell('Stopping.');
    await closing.close();
  }
}

async function store(report: Report, file: string, tell: (line: string) => void): Promise<void> {
  await mkdir(dirname(resolve(file)), { recursive: true });
  await writeFile(file, `${JSON.stringify(report, undefined, 2)}\n`);
  tell(`Written to ${file}`);
}

function elapsed(since: Date): string {
  return `${((Date.now() - since.getTime()) / 1000).toFixed(1).padStart(6)} s`;
}
