import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Surroundings } from './surroundings.ts';

/** @throws Error if the machine has no browser */
export async function openBrowser({ env }: Pick<Surroundings, 'env'>, address: string): Promise<void> {
  const [command, ...args] = openers[process.platform] ?? ['xdg-open'];
  const options = { env: { ...env }, detached: true, stdio: 'ignore' } as const;
  const opener = spawn(command ?? '', [...args, address], options);
  await once(opener, 'spawn');
  opener.unref();
}

const openers: Readonly<Partial<Record<NodeJS.Platform, readonly string[]>>> = {
  darwin: ['open'],
  // The first quoted argument is the title of the window.
  win32: ['cmd', '/c', 'start', '""'],
};
