/** One fault of the environment: which variable, what is wrong with it and what to do. */
export type EnvironmentFault = { name: string; message: string };

/** Thrown with every fault at once, so that an operator mends the environment in one go. Ends the process with 78. */
export class EnvironmentError extends Error {
  readonly faults: readonly EnvironmentFault[];
  constructor(faults: readonly EnvironmentFault[]) {
    super(['The environment has faults:', ...faults.map((f) => `  ${f.name}: ${f.message}`)].join('\n'));
    this.name = 'EnvironmentError';
    this.faults = faults;
  }
}

/** A parsed value, or why the text is refused. */
export type Parsed<T> = { value: T } | { fault: string };

/** A variable of the environment as data: `.env.example` is checked against these. */
export type Variable<T> = {
  description: string;
  /** What is used when the variable is absent or empty; absent here means that it must be given. */
  fallback?: string;
  /** True where absence is fine and means "not set". */
  optional?: boolean;
  parse(text: string): Parsed<T>;
};

/** The variables of one process, by name. */
export type Variables = Readonly<Record<string, Variable<unknown>>>;

type ValueOf<V> = V extends Variable<infer T> ? (V extends { optional: true } ? T | undefined : T) : never;

/** The values that `readEnvironment` gives for a set of variables. */
export type Values<Vs extends Variables> = { [Name in keyof Vs]: ValueOf<Vs[Name]> };

/**
 * Reads the declared variables; an empty text counts as absent.
 * @throws EnvironmentError with every missing or wrong variable.
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
