import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

/** Whether the command succeeds here. */
export const hasProgram = (command: string, ...args: string[]): Promise<boolean> =>
  promisify(execFile)(command, args).then(
    () => true,
    () => false,
  );
