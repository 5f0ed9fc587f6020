import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Surroundings } from './surroundings.ts';

/** Shows an address in the browser of this machine. @throws Error where there is nothing that could. */
export async function showInBrowser({ env }: Pick<Surroundings, 'env'>, address: string): Promise<void> {
  const [command, ...args] = openers[process.platform] ?? ['xdg-open'];
  const options = { env: { ...env }, detached: true, stdio: 'ignore' } as const;
  const opener = spawn(command ?? '', [...args, address], options);
  await once(opener, 'spawn');
  opener.unref();
}

const openers: Readonly<Partial<Record<NodeJS.Platform, readonly string[]>>> = {
  darwin: ['open'],
  // `start` takes what is quoted first for a title.
  win32: ['cmd', '/c', 'start', '""'],
};
