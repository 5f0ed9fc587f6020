import { accessSync, constants } from 'node:fs';
import { join } from 'node:path';

/** Where programs are looked for: Debian keeps servers in a folder that the PATH of its ordinary users leaves out. */
export const searchPath = (path: string): string => `${path}:/usr/sbin`;

/** Where a program of this name is: the first in the folders of `path`; undefined: in none. */
export const findInPath = (program: string, path: string): string | undefined =>
  path
    .split(':')
    .map((folder) => join(folder, program))
    .find((file) => {
      try {
        accessSync(file, constants.X_OK);
        return true;
      } catch {
        return false;
      }
    });
