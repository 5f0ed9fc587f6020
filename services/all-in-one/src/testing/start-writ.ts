import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { DemoFile } from '@writ/installations';
import { startProcess, type TestProcess } from '@writ/test-kit';
import { demoCaller, type DemoCaller } from './demo-caller.ts';

/** The embedded form as a process of its own, and a caller that holds the demo's key. */
export type RunningWrit = { process: TestProcess; demo: DemoFile; caller: DemoCaller };

const main = join(import.meta.dirname, '../main.ts');

/** Starts the program of `npm start` on free ports; it has ended its start-up when this returns. */
export async function startWrit(
  dataDir: string,
  environment: Record<string, string> = {},
): Promise<RunningWrit> {
  const started = await startProcess({
    command: process.execPath,
    args: [main],
    env: { DATA_DIR: dataDir, MANAGEMENT_PORT: '0', WRITE_PORT: '0', SANDBOX_PORT: '0', ...environment },
    readyWhen: /Ctrl-C stops/,
  });
  const demo = JSON.parse(await readFile(join(dataDir, 'demo.json'), 'utf8')) as DemoFile;
  return { process: started, demo, caller: demoCaller(demo) };
}

/** Presses Ctrl-C and gives the exit code. */
export async function pressCtrlC({ process: running }: Pick<RunningWrit, 'process'>): Promise<number | null> {
  running.kill('SIGINT');
  return (await running.waitForExit()).code;
}
