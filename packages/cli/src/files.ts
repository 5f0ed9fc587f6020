import { CommandError, exit } from './exit.ts';

const noPlace = ['there is no such file or folder', 'Check the path and its folder.'];
const noRights = ['it may not be read or written', 'Change its rights, or name another one.'];
const diskFull = ['the disk is full', 'Make room, then run the same command again.'];

const reasons: Readonly<Record<string, readonly string[]>> = {
  ENOENT: noPlace,
  ENOTDIR: noPlace,
  EISDIR: ['it is a folder', 'Name a file.'],
  EEXIST: ['it exists, and is not overwritten', 'Name another one, or move it away.'],
  EACCES: noRights,
  EPERM: noRights,
  EROFS: noRights,
  ENOSPC: diskFull,
  EDQUOT: diskFull,
};

/** Explains an error of the system; returns others unchanged. */
export function fileError(path: string, error: unknown): unknown {
  if (!isOfSystem(error)) return error;
  const [why = error.message, remedy] = reasons[error.code] ?? [];
  const code = reasons[error.code] === diskFull ? exit.unavailable : exit.usage;
  return new CommandError(code, `${path}: ${why}`, remedy);
}

const isOfSystem = (error: unknown): error is Error & { code: string } =>
  typeof error === 'object' && error !== null && 'syscall' in error && 'code' in error;

/** @throws CommandError if the file cannot be used */
export const withFile = <T>(path: string, act: Promise<T>): Promise<T> =>
  act.catch((error: unknown) => {
    throw fileError(path, error);
  });
