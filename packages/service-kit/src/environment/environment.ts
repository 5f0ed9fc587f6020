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
  parse(text: string): Parsed<T>;
};

export type Variables = Readonly<Record<string, Variable<unknown>>>;

type ValueOf<V> = V extends Variable<infer T> ? (V extends { optional: true } ? T | undefined : T) : never;

export type Values<Vs extends Variables> = { [Name in keyof Vs]: ValueOf<Vs[Name]> };

/**
 * Reads the variables; an empty text counts as absent.
 * @throws EnvironmentError with every missing or wrong variable
 */
export function readEnvironment<Vs extends Variables>(
  variables: Vs,
  environment: Readonly<Record<string, string | undefined>>,
): Values<Vs> {
  const faults: EnvironmentFault[] = [];
  const values: Record<string, unknown> = {};
  for (const [name, variable] of Object.entries(variables)) {
    const given = environment[name];
    const text = given === undefined || given === '' ? variable.fallback : given;
    if (text === undefined) {
      if (!variable.optional) faults.push({ name, message: `is missing. ${variable.description}` });
      continue;
    }
    const parsed = variable.parse(text);
    if ('fault' in parsed) faults.push({ name, message: `${parsed.fault}. ${variable.description}` });
    else values[name] = parsed.value;
  }
  if (faults.length > 0) throw new EnvironmentError(faults);
  return values as Values<Vs>;
}
