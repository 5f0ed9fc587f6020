import type { Actor } from '@writ/contracts';

/** A command of operators: `npm run admin -- <name> --option value`. */
export type AdminCommand = {
  summary: string;
  /** Each option takes a text, unless it is a flag. */
  options: Readonly<Record<string, { description: string; isFlag?: true }>>;
  run(context: AdminContext): Promise<void>;
};

export type AdminContext = {
  options: Readonly<Record<string, string | undefined>>;
  environment: Readonly<Record<string, string | undefined>>;
  by: Actor;
  /** Prints an object as JSON, a sentence as it is unless `--json` is given. */
  tell: (line: object | string) => void;
  report: (line: string) => void;
};

/** Printed in one sentence, with a hint at `--help`. */
export class UsageError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'UsageError';
  }
}

/** The state does not allow the command: printed in one sentence. */
export class StateError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'StateError';
  }
}

export function needed(context: AdminContext, name: string): string {
  const value = context.options[name];
  if (value === undefined || value === '') throw new UsageError(`--${name} is missing.`);
  return value;
}

export function neededSwitch(context: AdminContext): boolean {
  const text = needed(context, 'switch');
  if (text === 'on' || text === 'off') return text === 'on';
  throw new UsageError(`--switch is "on" or "off", not "${text}".`);
}
