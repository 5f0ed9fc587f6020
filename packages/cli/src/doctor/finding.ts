import type { ExitCode } from '../exit.ts';

export type Finding = {
  check: string;
  level: 'ok' | 'info' | 'warning' | 'fault';
  detail: string;
  remedy?: string;
  /** The exit code of the command, unless an earlier finding has one. */
  code?: ExitCode;
};

export const ok = (check: string, detail: string): Finding => ({ check, level: 'ok', detail });

export const warning = (check: string, detail: string, remedy: string): Finding => ({
  check,
  level: 'warning',
  detail,
  remedy,
});

export const fault = (check: string, detail: string, remedy: string, code: ExitCode): Finding => ({
  check,
  level: 'fault',
  detail,
  remedy,
  code,
});
