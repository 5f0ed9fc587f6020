import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const maxOutputBytes = 16 * 1024 * 1024;

/** @throws `missing` if the program does not exist, otherwise its output */
export async function runTool(
  command: string,
  args: string[],
  missing: string,
  options: { uid?: number; gid?: number; cwd?: string } = {},
) {
  try {
    return await promisify(execFile)(command, args, { ...options, maxBuffer: maxOutputBytes });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') throw new Error(missing, { cause: error });
    throw new Error(`${command} failed: ${said(error)}`, { cause: error });
  }
}

export async function isOnPath(command: string): Promise<boolean> {
  return promisify(execFile)(command, ['--version']).then(
    () => true,
    (error: unknown) => (error as NodeJS.ErrnoException).code !== 'ENOENT',
  );
}

function said(error: unknown): string {
  const { stdout, stderr, message } = error as Error & { stdout?: string; stderr?: string };
  const text = `${stdout ?? ''}${stderr ?? ''}`.trim() || message;
  return text.split('\n').slice(-8).join(' | ');
}
