import type { ExitCode } from '../exit.ts';

/** Something that was looked at; with what to do where it is not well. */
export type Finding = {
  check: string;
  level: 'ok' | 'info' | 'warning' | 'fault';
  detail: string;
  remedy?: string;
  /** How the command ends on account of it: with that of the first one that has any. */
  code?: ExitCode;
};
