/** How a value stands in the address: as none, one or several texts. What cannot be read counts as absent. */
export type Param<Value> = {
  read(texts: readonly string[]): Value | undefined;
  write(value: Value): readonly string[];
  /** What a text has to be, where not every one can be read. */
  accepted?: string;
  /** The name of a parameter that does not count beside this one. */
  insteadOf?: string;
};

export const textParam: Param<string> = {
  read: ([text]) => (text === '' ? undefined : text),
  write: (text) => [text],
};

/** A moment that says from where its clock is. What else JavaScript reads as a time, the API refuses. */
const timeForm =
  /^(?!0000)(?<day>\d{4}-\d\d-\d\d)T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d+)?(?:Z|[+-](?:[01]\d|2[0-3]):[0-5]\d)$/;

/** A time, as it was written; a day alone is its midnight in UTC. */
export const timeParam: Param<string> = {
  read: ([text = '']) => {
    const moment = /^\d{4}-\d\d-\d\d$/.test(text) ? `${text}T00:00:00Z` : text;
    const day = timeForm.exec(moment)?.groups?.['day'];
    return day !== undefined && isDay(day) ? moment : undefined;
  },
  write: (text) => [text],
  accepted: 'A time is written like 2026-11-23T04:05:06Z, and a day like 2026-11-23.',
};

/** A day that its month lacks would be taken for one of the next month. */
function isDay(day: string): boolean {
  const ms = Date.parse(day);
  return !Number.isNaN(ms) && new Date(ms).toISOString().startsWith(day);
}

/** Several texts, in the order in which they were added. */
export const textsParam: Param<readonly string[]> = {
  read: (texts) => (texts.length === 0 ? undefined : texts),
  write: (texts) => texts,
};

/** True, or absent. */
export const flagParam: Param<true> = {
  read: ([text]) => (text === 'true' ? true : undefined),
  write: () => ['true'],
};

export const oneParam = <const Words extends readonly string[]>(words: Words): Param<Words[number]> => ({
  read: ([text]) => words.find((word) => word === text),
  write: (word) => [word],
});

export const manyParam = <const Words extends readonly string[]>(
  words: Words,
): Param<readonly Words[number][]> => ({
  read: (texts) => {
    const found = words.filter((word) => texts.includes(word));
    return found.length === 0 ? undefined : found;
  },
  write: (chosen) => chosen,
});

export type Params = Readonly<Record<string, Param<unknown>>>;

/** The values of parameters; absent ones are undefined. */
export type ValuesOf<Of extends Params> = {
  readonly [Name in keyof Of]?: (Of[Name] extends Param<infer Value> ? Value : never) | undefined;
};

/** What an address holds of the parameters. */
export function readParams<Of extends Params>(params: Of, search: string): ValuesOf<Of> {
  const given = new URLSearchParams(search);
  const read = Object.entries(params).flatMap(([name, param]) => {
    const value = given.has(name) ? param.read(given.getAll(name)) : undefined;
    return value === undefined ? [] : [[name, value] as const];
  });
  const replaced = new Set(read.map(([name]) => params[name]?.insteadOf));
  return Object.fromEntries(read.filter(([name]) => !replaced.has(name))) as ValuesOf<Of>;
}

/**
 * What an address holds that is none of the parameters, that these cannot read, that stands beside the one text which a parameter
 * takes, or that another parameter takes the place of: `name=text` of each.
 */
export function notUnderstood(params: Params, search: string): string[] {
  const understood = new URLSearchParams(writeParams(params, readParams(params, search)));
  return [...new URLSearchParams(search)]
    .filter(([name, text]) => {
      const value = params[name]?.read([text]);
      const read = value === undefined ? [] : (params[name]?.write(value) ?? []);
      return text !== '' && !read.some((each) => understood.getAll(name).includes(each));
    })
    .map((pair) => pair.join('='));
}

/** The search part of an address that holds the values, with what it held beside them. */
export function writeParams<Of extends Params>(params: Of, values: ValuesOf<Of>, search = ''): string {
  const next = new URLSearchParams(search);
  for (const [name, param] of Object.entries(params)) {
    next.delete(name);
    const value: unknown = values[name];
    if (value !== undefined) for (const text of param.write(value)) next.append(name, text);
  }
  return next.toString();
}
