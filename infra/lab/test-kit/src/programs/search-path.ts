import { accessSync, constants } from 'node:fs';
import { join } from 'node:path';

/** Adds Debian's folder of servers, which is not in ordinary users' PATH. */
export const searchPath = (path: string): string => `${path}:/usr/sbin`;

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
