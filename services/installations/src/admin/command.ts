import type { Actor } from '@writ/contracts';

/** A command of operators: `npm run admin -- <name> --option value`. */
export type AdminCommand = {
  summary: string;
  /** The options by name; each takes a text, unless it is a flag. */
  options: Readonly<Record<string, { description: string; isFlag?: true }>>;
  run(context: AdminContext): Promise<void>;
};

export type AdminContext = {
  /** The given options; of a flag, that it was given. */
  options: Readonly<Record<string, string | undefined>>;
  environment: Readonly<Record<string, string | undefined>>;
  /** Whom the audit names for what the command changes. */
  by: Actor;
  /** Writes a line of the answer: what programs read as JSON, a sentence as it is unless `--json` is given. */
  tell: (line: object | string) => void;
  /** Writes to standard error how far a long command is. */
  report: (line: string) => void;
};

/** The command was given wrongly: told in one sentence, with a hint at `--help`. */
export class UsageError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'UsageError';
  }
}

/** What is there does not let the command do it: told in one sentence. */
export class StateError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'StateError';
  }
}

/** An option that the command declares as needed. */
export function needed(context: AdminContext, name: string): string {
  const value = context.options[name];
  if (value === undefined || value === '') throw new UsageError(`--${name} is missing.`);
  return value;
}

/** The option `--switch`: whether it is on. */
export function neededSwitch(context: AdminContext): boolean {
  const text = needed(context, 'switch');
  if (text === 'on' || text === 'off') return text === 'on';
  throw new UsageError(`--switch is "on" or "off", not "${text}".`);
}
