/** How the address holds a value: as no, one or several texts. Unreadable texts count as absent. */
export type Param<Value> = {
  read(texts: readonly string[]): Value | undefined;
  write(value: Value): readonly string[];
  /** Which texts are readable, if not all are. */
  accepted?: string;
};

export const textParam: Param<string> = {
  read: ([text]) => (text === '' ? undefined : text),
  write: (text) => [text],
};

/** JavaScript reads more forms, but the API refuses them. */
const timeForm =
  /^(?!0000)(?<day>\d{4}-\d\d-\d\d)T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d+)?(?:Z|[+-](?:[01]\d|2[0-3]):[0-5]\d)$/;

/** A day alone is its midnight in UTC. */
export const timeParam: Param<string> = {
  read: ([text = '']) => {
    const moment = /^\d{4}-\d\d-\d\d$/.test(text) ? `${text}T00:00:00Z` : text;
    const day = timeForm.exec(moment)?.groups?.['day'];
    return day !== undefined && isDay(day) ? moment : undefined;
  },
  write: (text) => [text],
  accepted: 'A time is written like 2026-11-23T04:05:06Z, and a day like 2026-11-23.',
};

/** JavaScript takes 30 February for a day of March. */
function isDay(day: string): boolean {
  const ms = Date.parse(day);
  return !Number.isNaN(ms) && new Date(ms).toISOString().startsWith(day);
}

export const textsParam: Param<readonly string[]> = {
  read: (texts) => (texts.length === 0 ? undefined : texts),
  write: (texts) => texts,
};

export const flagParam: Param<true> = {
  read: ([text]) => (text === 'true' ? true : undefined),
  write: () => ['true'],
};

export const oneParam = <const Word extends string>(words: readonly Word[]): Param<Word> => ({
  read: ([text]) => words.find((word) => word === text),
  write: (word) => [word],
});

export const manyParam = <const Word extends string>(words: readonly Word[]): Param<Word[]> => ({
  read: (texts) => {
    const found = words.filter((word) => texts.includes(word));
    return found.length === 0 ? undefined : found;
  },
  write: (chosen) => chosen,
});

export type Params = Readonly<Record<string, Param<unknown>>>;

export type ValuesOf<Of extends Params> = {
  readonly [Name in keyof Of]?: (Of[Name] extends Param<infer Value> ? Value : never) | undefined;
};

export function readParams<Of extends Params>(params: Of, search: string): ValuesOf<Of> {
  const given = new URLSearchParams(search);
  const read = Object.entries(params).flatMap(([name, param]) => {
    const value = given.has(name) ? param.read(given.getAll(name)) : undefined;
    return value === undefined ? [] : [[name, value] as const];
  });
  return Object.fromEntries(read) as ValuesOf<Of>;
}

/** Parts of an address that have no effect: unknown, unreadable, or a second text. Each as `name=text`. */
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

/** Other parameters of `search` stay. */
export function writeParams<Of extends Params>(params: Of, values: ValuesOf<Of>, search = ''): string {
  const next = new URLSearchParams(search);
  for (const [name, param] of Object.entries(params)) {
    next.delete(name);
    const value: unknown = values[name];
    if (value !== undefined) for (const text of param.write(value)) next.append(name, text);
  }
  return next.toString();
}
