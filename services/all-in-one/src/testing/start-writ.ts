import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { DemoFile } from '@writ/installations';
import { startProcess, type TestProcess } from '@writ/test-kit';
import { demoCaller, type DemoCaller } from './demo-caller.ts';

/** In its own process, with a caller that has the demo's key. */
export type RunningWrit = { process: TestProcess; demo: DemoFile; caller: DemoCaller };

const main = join(import.meta.dirname, '../main.ts');
const checkout = join(import.meta.dirname, '../../../..');

/** Uses free ports; returns after the start-up. */
export async function startWrit(
  dataDir: string,
  environment: Record<string, string> = {},
  program: { command: string; args: string[] } = { command: process.execPath, args: [main] },
): Promise<RunningWrit> {
  const started = await startProcess({
    ...program,
    cwd: checkout,
    env: { DATA_DIR: dataDir, MANAGEMENT_PORT: '0', WRITE_PORT: '0', SANDBOX_PORT: '0', ...environment },
    readyWhen: /Ctrl-C stops/,
  });
  const demo = JSON.parse(await readFile(join(dataDir, 'demo.json'), 'utf8')) as DemoFile;
  return { process: started, demo, caller: demoCaller(demo) };
}

/** The command behind `npm start` in a set-up checkout, in npm's shell. */
export async function npmStart(): Promise<{ command: string; args: string[] }> {
  const { scripts } = JSON.parse(await readFile(join(checkout, 'package.json'), 'utf8')) as {
    scripts: { start: string };
  };
  return { command: 'sh', args: ['-c', scripts.start.replace(/^npx .* run --silent ready >&2/, 'true')] };
}

/** Returns the exit code. */
export async function pressCtrlC({ process: running }: Pick<RunningWrit, 'process'>): Promise<number | null> {
  running.kill('SIGINT');
  return (await running.waitForExit()).code;
}
