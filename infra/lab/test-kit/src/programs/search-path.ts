import { accessSync, constants } from 'node:fs';
import { join } from 'node:path';

/** Where programs are looked for: Debian keeps servers in a folder that the PATH of its ordinary users leaves out. */
export const searchPath = (path: string): string => `${path}:/usr/sbin`;

/** Whether a program of this name is in a folder of `path`. */
export const isInPath = (program: string, path: string): boolean =>
  path.split(':').some((folder) => {
    try {
      accessSync(join(folder, program), constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });
