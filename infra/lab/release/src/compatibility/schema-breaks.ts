import { isDeepStrictEqual } from 'node:util';

export type Json = Readonly<Record<string, unknown>>;
/** `in`: callers send it. `out`: callers read it. */
export type Direction = 'in' | 'out';
export type Resolve = (schema: Json) => Json;

type Comparison = {
  direction: Direction;
  before: Resolve;
  after: Resolve;
  /** Pairs being compared: schemas may contain themselves. */
  seen: Set<string>;
};

/** One line for each break. Any difference is one unless a rule below allows it: the danger is an unnoticed break. */
export function schemaBreaks(given: Json, made: Json, at: string, comparison: Comparison): string[] {
  const pair = `${JSON.stringify(given)} ${JSON.stringify(made)}`;
  if (given['$ref'] !== undefined && made['$ref'] !== undefined) {
    if (comparison.seen.has(pair)) return [];
    comparison.seen.add(pair);
  }
  const [before, after] = [comparison.before(given), comparison.after(made)];
  return [...new Set([...Object.keys(before), ...Object.keys(after)])]
    .filter(
      (keyword) =>
        keyword === 'items' || nests(keyword) || !isDeepStrictEqual(before[keyword], after[keyword]),
    )
    .flatMap((keyword) => keywordBreaks(keyword, before, after, at, comparison));
}

/** Equal texts may differ by their references. */
const nests = (keyword: string): boolean => ['properties', 'additionalProperties'].includes(keyword);

function keywordBreaks(
  keyword: string,
  before: Json,
  after: Json,
  at: string,
  comparison: Comparison,
): string[] {
  const { direction } = comparison;
  const [was, is] = [before[keyword], after[keyword]];
  if (keyword === 'properties') return propertyBreaks(before, after, at, comparison);
  if (keyword === 'required') return requiredBreaks(was, is, at, direction);
  if (isSchema(was) && isSchema(is)) return schemaBreaks(was, is, `${at}/${keyword}`, comparison);
  if (isDeepStrictEqual(was, is)) return [];
  if (keyword === 'enum') return enumBreaks(was, is, at, direction);
  const [wider, narrower] = direction === 'in' ? [is, was] : [was, is];
  return isWider(keyword, wider, narrower)
    ? []
    : [`${at}: \`${keyword}\` was ${shown(was)}, and is ${shown(is)}`];
}

const isSchema = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function propertyBreaks(before: Json, after: Json, at: string, comparison: Comparison): string[] {
  const known = (before['properties'] ?? {}) as Readonly<Record<string, Json>>;
  const now = (after['properties'] ?? {}) as Readonly<Record<string, Json>>;
  const lost = Object.entries(known).flatMap(([name, schema]) =>
    now[name] === undefined
      ? [`${at}/${name}: it is gone`]
      : schemaBreaks(schema, now[name], `${at}/${name}`, comparison),
  );
  // Callers may have sent any value under a name that now has a schema.
  const claimed =
    comparison.direction === 'in' && before['additionalProperties'] !== false
      ? Object.keys(now).filter((name) => known[name] === undefined)
      : [];
  return [...lost, ...claimed.map((name) => `${at}/${name}: it could have any value before`)];
}

function requiredBreaks(was: unknown, is: unknown, at: string, direction: Direction): string[] {
  const [before, after] = [(was ?? []) as string[], (is ?? []) as string[]];
  return direction === 'in'
    ? after.filter((name) => !before.includes(name)).map((name) => `${at}/${name}: it is required now`)
    : before.filter((name) => !after.includes(name)).map((name) => `${at}/${name}: it may be absent now`);
}

function enumBreaks(was: unknown, is: unknown, at: string, direction: Direction): string[] {
  const [wider, narrower] = direction === 'in' ? [is, was] : [was, is];
  if (wider === undefined) return [];
  const values = JSON.stringify(narrower);
  if (narrower === undefined)
    return [`${at}: only ${JSON.stringify(wider)} ${direction === 'in' ? 'are' : 'were'} possible`];
  const missing = (narrower as unknown[]).filter((value) => !(wider as unknown[]).includes(value));
  if (missing.length === 0) return [];
  const list = missing.map((value) => JSON.stringify(value)).join(', ');
  return [`${at}: ${direction === 'in' ? `${list} is refused` : `${list} is new among ${values}`}`];
}

const lower = ['minimum', 'exclusiveMinimum', 'minLength', 'minItems', 'minProperties'];
const upper = ['maximum', 'exclusiveMaximum', 'maxLength', 'maxItems', 'maxProperties'];
const removable = ['pattern', 'format', 'uniqueItems'];

/** Whether `wider` allows every value of `narrower`. */
function isWider(keyword: string, wider: unknown, narrower: unknown): boolean {
  if (keyword === 'type') return wider === undefined || (wider === 'number' && narrower === 'integer');
  if (keyword === 'additionalProperties') return wider === undefined || wider === true || narrower === false;
  if (wider === undefined) return [...lower, ...upper, ...removable, 'items'].includes(keyword);
  if (typeof wider !== 'number' || typeof narrower !== 'number') return false;
  return lower.includes(keyword) ? wider <= narrower : upper.includes(keyword) && wider >= narrower;
}

const shown = (value: unknown): string => (value === undefined ? 'absent' : JSON.stringify(value));
