import { CommandFault, exit } from './exit.ts';

type Told = { why: string; remedy: string };

const place: Told = { why: 'there is no such place', remedy: 'Is the path right, and is its folder there?' };
const rights: Told = {
  why: 'it may not be read or written',
  remedy: 'Change its rights, or name another one.',
};
const full: Told = { why: 'the disk is full', remedy: 'Make room, then give the same command again.' };

const known: Readonly<Record<string, Told>> = {
  ENOENT: place,
  ENOTDIR: place,
  EISDIR: { why: 'it is a folder', remedy: 'Name a file.' },
  EEXIST: {
    why: 'it is there already, and is not overwritten',
    remedy: 'Name another one, or move it away.',
  },
  EACCES: rights,
  EPERM: rights,
  EROFS: rights,
  ENOSPC: full,
  EDQUOT: full,
};

/** What a person is told of a file that cannot be used; what is no fault of a file stays as it is. */
export function fileFault(path: string, fault: unknown): unknown {
  if (!isOfSystem(fault)) return fault;
  const { why, remedy } = known[fault.code] ?? { why: fault.message, remedy: undefined };
  return new CommandFault(remedy === full.remedy ? exit.unavailable : exit.usage, `${path}: ${why}`, remedy);
}

const isOfSystem = (fault: unknown): fault is Error & { code: string } =>
  typeof fault === 'object' && fault !== null && 'syscall' in fault && 'code' in fault;

/** Does something with a file. @throws CommandFault when the file cannot be used */
export const withFile = <T>(path: string, act: Promise<T>): Promise<T> =>
  act.catch((fault: unknown) => {
    throw fileFault(path, fault);
  });
