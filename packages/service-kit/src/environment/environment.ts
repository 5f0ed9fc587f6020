import { fileText } from './file-text.ts';

export type EnvironmentFault = { name: string; message: string };

/** Holds all errors of the environment. Ends the process with 78. */
export class EnvironmentError extends Error {
  readonly faults: readonly EnvironmentFault[];
  constructor(faults: readonly EnvironmentFault[]) {
    super(['The environment has errors:', ...faults.map((f) => `  ${f.name}: ${f.message}`)].join('\n'));
    this.name = 'EnvironmentError';
    this.faults = faults;
  }
}

export type Parsed<T> = { value: T } | { fault: string };

/** A variable as data; tests compare `.env.example` with it. */
export type Variable<T> = {
  description: string;
  /** Used if the variable is absent or empty. Without it, the variable is required. */
  fallback?: string;
  /** Absence means "not set". */
  optional?: boolean;
  /** Also read from the file that `<name>_FILE` names. `parse` shows no text of a secret. */
  secret?: boolean;
  /** If a value other than `fallback` is given, these are needed: each `NAME`, or `NAME=value`. */
  needs?: readonly string[];
  parse(text: string): Parsed<T>;
};

export type Variables = Readonly<Record<string, Variable<unknown>>>;

type ValueOf<V> = V extends Variable<infer T> ? (V extends { optional: true } ? T | undefined : T) : never;

export type Values<Vs extends Variables> = { [Name in keyof Vs]: ValueOf<Vs[Name]> };

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * An empty text counts as absent.
 * @throws EnvironmentError with every missing or wrong variable
 */
export function readEnvironment<Vs extends Variables>(variables: Vs, environment: Environment): Values<Vs> {
  const given = Object.fromEntries(
    Object.entries(variables).map(([name, variable]) => [name, givenText(name, variable, environment)]),
  );
  const faults: EnvironmentFault[] = [];
  const values: Record<string, unknown> = {};
  for (const [name, own] of Object.entries(given)) {
    const variable = variables[name] as Variable<unknown>;
    const read = readOne(variable, own);
    if ('fault' in read) faults.push({ name: own.source, message: read.fault });
    else if (read.value !== undefined) values[name] = read.value;
    const unmet = unmetNeeds(name, variables, given);
    if (unmet.length > 0) faults.push({ name: own.source, message: needsFault(variable, own, unmet) });
  }
  if (faults.length > 0) throw new EnvironmentError(faults);
  return values as Values<Vs>;
}

/** `source` is the variable that errors name; with a `fault`, its text is unknown. */
type Given = { source: string; text?: string | undefined; fault?: string };

function givenText(name: string, { secret }: Variable<unknown>, environment: Environment): Given {
  const text = environment[name] || undefined;
  const source = secretFileVariable(name);
  const path = secret === true ? environment[source] : undefined;
  if (!path) return { source: name, text };
  if (text !== undefined) return { source: name, fault: `is set, and so is ${source}. Unset one of them.` };
  return { source, ...fileText(path) };
}

function readOne(variable: Variable<unknown>, given: Given): Parsed<unknown> {
  const { fallback, optional, description } = variable;
  if (given.fault !== undefined) return { fault: given.fault };
  const text = given.text ?? fallback;
  if (text === undefined) return optional ? { value: undefined } : { fault: `is missing. ${description}` };
  const parsed = variable.parse(text);
  return 'fault' in parsed ? { fault: `${parsed.fault.replace(/\.$/, '')}. ${description}` } : parsed;
}

/** Required variables are reported by themselves; those of other processes don't count. */
function unmetNeeds(
  name: string,
  variables: Variables,
  given: Readonly<Record<string, Given>>,
): readonly string[] {
  const isGiven = (other: string) => (given[other]?.text ?? given[other]?.fault) !== undefined;
  const { needs = [], fallback } = variables[name] ?? {};
  if (!isGiven(name) || given[name]?.text === fallback) return [];
  return needs.filter((need) => {
    const [other = '', value] = need.split('=');
    const needed = variables[other];
    if (value === undefined) return needed?.optional && !isGiven(other);
    return needed && (given[other]?.text ?? needed.fallback) !== value;
  });
}

const inWords = new Intl.ListFormat('en-GB');

function needsFault(
  { secret }: Variable<unknown>,
  { source, text }: Given,
  unmet: readonly string[],
): string {
  const value = secret || text === undefined ? '' : `"${text}" `;
  const them = unmet.length === 1 ? 'it' : 'them';
  return `${value}needs ${inWords.format(unmet)}. Set ${them}, or unset ${source}.`;
}

export const secretFileVariable = (name: string): string => `${name}_FILE`;
