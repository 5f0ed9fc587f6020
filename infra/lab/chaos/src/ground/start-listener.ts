import { join } from 'node:path';
import { startProcess, type TestProcess } from '@writ/test-kit';
import type { Run } from '../experiment.ts';
import { publishedType } from './deliver-to.ts';

const main = join(import.meta.dirname, '../../../../../packages/cli/src/writ.main.ts');

/** A `writ listen`, as somebody has it on his machine. */
export type Listener = {
  /** Stops it as a machine that falls asleep does, and lets it go on. */
  sleep: () => void;
  wake: () => void;
  kill: () => Promise<void>;
  startAgain: () => Promise<void>;
};

/** Starts one that brings events of the published type to `url`. It has made its destination when this returns. */
export async function startListener({ ground, closing }: Run, url: string): Promise<Listener> {
  const { project, stack } = ground;
  const address = `${stack.managementUrl}/v1`;
  const start = (): Promise<TestProcess> =>
    startProcess({
      command: process.execPath,
      args: [main, 'listen', '--forward-to', url, '--events', publishedType, '--name', 'chaos', '--json'],
      env: {
        WRIT_MANAGEMENT_URL: address,
        WRIT_WRITE_URL: address,
        WRIT_PROJECT: project.name,
        WRIT_API_KEY: project.apiKey,
      },
      readyWhen: /^Destination chaos leads to/m,
    });
  let running = await start();
  closing.add('writ listen', () => running.close());
  return {
    sleep: () => running.kill('SIGSTOP'),
    wake: () => running.kill('SIGCONT'),
    kill: () => running.close(),
    startAgain: async () => {
      running = await start();
    },
  };
}
