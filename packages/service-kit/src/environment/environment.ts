import { fileText } from './file-text.ts';

export type EnvironmentFault = { name: string; message: string };

/** Holds all errors of the environment. Ends the process with 78. */
export class EnvironmentError extends Error {
  readonly faults: readonly EnvironmentFault[];
  constructor(faults: readonly EnvironmentFault[]) {
    super(['The environment has faults:', ...faults.map((f) => `  ${f.name}: ${f.message}`)].join('\n'));
    this.name = 'EnvironmentError';
    this.faults = faults;
  }
}

/** A value, or why the text is refused. */
export type Parsed<T> = { value: T } | { fault: string };

/** A variable as data; tests compare `.env.example` with it. */
export type Variable<T> = {
  description: string;
  /** Used if the variable is absent or empty. A variable without it is required. */
  fallback?: string;
  /** Absence means "not set". */
  optional?: boolean;
  /** Also read from the file that `<name>_FILE` names. `parse` shows no text of a secret. */
  secret?: boolean;
  parse(text: string): Parsed<T>;
};

export type Variables = Readonly<Record<string, Variable<unknown>>>;

type ValueOf<V> = V extends Variable<infer T> ? (V extends { optional: true } ? T | undefined : T) : never;

export type Values<Vs extends Variables> = { [Name in keyof Vs]: ValueOf<Vs[Name]> };

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Reads the variables; an empty text counts as absent.
 * @throws EnvironmentError with every missing or wrong variable
 */
export function readEnvironment<Vs extends Variables>(variables: Vs, environment: Environment): Values<Vs> {
  const faults: EnvironmentFault[] = [];
  const values: Record<string, unknown> = {};
  for (const [name, variable] of Object.entries(variables)) {
    const given = givenText(name, variable, environment);
    if ('fault' in given) {
      faults.push({ name: given.source, message: given.fault });
      continue;
    }
    const text = given.text ?? variable.fallback;
    if (text === undefined) {
      if (!variable.optional) faults.push({ name, message: `is missing. ${variable.description}` });
      continue;
    }
    const parsed = variable.parse(text);
    if ('fault' in parsed)
      faults.push({ name: given.source, message: `${parsed.fault}. ${variable.description}` });
    else values[name] = parsed.value;
  }
  if (faults.length > 0) throw new EnvironmentError(faults);
  return values as Values<Vs>;
}

/** `source` is the variable that errors name. */
type Given = { source: string } & ({ text: string | undefined } | { fault: string });

function givenText(name: string, { secret }: Variable<unknown>, environment: Environment): Given {
  const text = environment[name] || undefined;
  const source = secretFileVariable(name);
  const path = secret === true ? environment[source] : undefined;
  if (!path) return { source: name, text };
  if (text !== undefined) return { source: name, fault: `is set, and so is ${source}. Unset one of them.` };
  return { source, ...fileText(path) };
}

/** The variable that names the file of a secret. */
export const secretFileVariable = (name: string): string => `${name}_FILE`;
