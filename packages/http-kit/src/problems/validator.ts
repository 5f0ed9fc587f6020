import { ajvOptions, faultDetail, pointerTo, utcTime } from '@writ/contracts';
import {
  Ajv2020,
  type ErrorObject,
  type FuncKeywordDefinition,
  type ValidateFunction,
} from 'ajv/dist/2020.js';
import { readInteger } from '@writ/service-kit';
import { faultsOf } from './faults-of.ts';
import { nearestName } from './nearest-name.ts';
import { mostIssues, type IssueInput } from './refusal.ts';

/**
 * Checks one input; gives an issue for every fault, and none when it is right. Times in the input are put into UTC, so
 * that nothing behind it reads an offset.
 */
export type Validator = (input: unknown) => readonly IssueInput[];

/** Turns a schema into a validator of the input that stands `where`. */
export type CompileSchema = (schema: object, where: IssueInput['in']) => Validator;

/** One compiler for a process; parameters (path, query, header) are texts, and are read as the type they should have. */
export function createSchemaCompiler(): CompileSchema {
  const options = { ...ajvOptions, verbose: true, keywords: [inUtc] };
  const ajv = new Ajv2020(options);
  return (schema, where) => {
    assertBounded(schema);
    // With the first input: compiling all that a host knows takes 0.3 s of its start.
    let validate: ValidateFunction | undefined;
    const hidden = isSecret(schema);
    const readParameters = where === 'body' ? undefined : parameterReader(schema);
    return (input) => {
      validate ??= ajv.compile(compilable(schema));
      readParameters?.(input as Record<string, unknown>);
      if (validate(input)) return [];
      return (
        faultsOf(validate.errors ?? [])
          // One more than are told, so that it can be told that there are more.
          .slice(0, mostIssues + 1)
          .map((error) => toIssue(error, where, { hidden }))
      );
    };
  };
}

/** Reads, in place, the parameters that are no texts; one that cannot be read stays a text, and is a fault. */
function parameterReader(schema: object): (parameters: Record<string, unknown>) => void {
  const { properties = {} } = schema as { properties?: Record<string, { type?: unknown }> };
  const readers = Object.entries(properties).flatMap(([name, { type }]) =>
    type === 'integer' || type === 'boolean' || type === 'array' ? [[name, valuesOf[type]] as const] : [],
  );
  return (parameters) => {
    for (const [name, read] of readers) {
      const text = parameters[name];
      if (typeof text === 'string') parameters[name] = read(text) ?? text;
    }
  };
}

/** As JSON writes them, and in no other way: not `1e1`, `0x5`, `+5` or `TRUE`. A list comes as often as it has entries. */
const valuesOf = {
  integer: readInteger,
  boolean: (text: string): boolean | undefined =>
    text === 'true' || text === 'false' ? text === 'true' : undefined,
  array: (text: string): string[] => [text],
};

/** Puts a time into UTC; of one that is none its format tells. */
const inUtc: FuncKeywordDefinition = {
  keyword: 'inUtc',
  type: 'string',
  schema: false,
  modifying: true,
  valid: true,
  validate: (text: string, at?: Parameters<ValidateFunction>[1]) => {
    const utc = utcTime(text);
    if (utc !== undefined && at?.parentData) Reflect.set(at.parentData, at.parentDataProperty, utc);
    return true;
  },
};

/** The schema with its times marked, and without its `$id`: it may stand in several endpoints, and ajv takes an `$id` once. */
function compilable(schema: object): object {
  const { $id: _, ...rest } = schema as { $id?: string };
  const mark = (_name: string, part: unknown): unknown =>
    (part as { format?: unknown } | null)?.format === 'date-time'
      ? { ...(part as object), inUtc: true }
      : part;
  return JSON.parse(JSON.stringify(rest), mark) as object;
}

/** `writeOnly` marks what holds credentials: none of its values is ever shown, whatever their fault. */
const isSecret = (schema: unknown): boolean =>
  (schema as { writeOnly?: boolean } | undefined)?.writeOnly === true;

/** The same for what has a secret below: as a whole it shows the secret, and a misspelt member may hold it. */
function holdsSecret(schema: unknown): boolean {
  const { properties = {} } = (schema ?? {}) as { properties?: object };
  return isSecret(schema) || Object.values(properties).some(holdsSecret);
}

function toIssue(error: ErrorObject, where: IssueInput['in'], { hidden }: { hidden: boolean }): IssueInput {
  const member = memberOf(error);
  const pointer = member === undefined ? error.instancePath : pointerTo(error.instancePath, member);
  // Of a parameter that has several values, the parameter.
  const name = where === 'body' ? pointer : pointer.slice(1).replace(/\/\d+$/, '');
  // A parameter that is not known may be a credential, which belongs into a header.
  const isStrange = where === 'query' && error.keyword === 'additionalProperties';
  const shown = error.keyword !== 'required' && !isStrange && !hidden && !holdsSecret(error.parentSchema);
  const value = shown ? valueOf(error, member) : undefined;
  return {
    in: where,
    name,
    detail: isRepeated(error, where)
      ? `\`${name}\` must be sent once.`
      : faultDetail(error) + hint(error, where),
    ...(value !== undefined && { value }),
  };
}

/** Of a parameter that comes several times the query has a list, which nobody has sent as one. */
const isRepeated = ({ data, parentSchema }: ErrorObject, where: IssueInput['in']): boolean =>
  where === 'query' && Array.isArray(data) && (parentSchema as { type?: unknown }).type !== 'array';

function memberOf(error: ErrorObject): string | undefined {
  const params = error.params as { missingProperty?: string; additionalProperty?: string };
  return params.missingProperty ?? params.additionalProperty ?? error.propertyName;
}

function valueOf(error: ErrorObject, member: string | undefined): unknown {
  const isOfMember = member !== undefined && error.propertyName === undefined;
  return isOfMember ? (error.data as Record<string, unknown>)[member] : error.data;
}

/** The name that was probably meant by a member that is not known, and of parameters all that there are. */
function hint({ keyword, params, parentSchema }: ErrorObject, where: IssueInput['in']): string {
  if (keyword !== 'additionalProperties') return '';
  const known = Object.keys((parentSchema as { properties?: object } | undefined)?.properties ?? {});
  const near = nearestName(String((params as { additionalProperty?: string }).additionalProperty), known);
  const meant = near === undefined ? '' : ` Did you mean \`${near}\`?`;
  if (where !== 'query' || known.length === 0) return meant;
  return `${meant} There are: ${known.map((one) => `\`${one}\``).join(', ')}.`;
}

/** Kinds of entries that ajv finds again by their value. */
const comparable: unknown[] = ['string', 'number', 'integer', 'boolean'];

/**
 * Refuses a schema that a body made to hurt would keep busy: entries that are to be different, of a type that is not told,
 * are compared each with each, which for those of one body takes the process most of a minute.
 * @throws Error that says what to change
 */
function assertBounded(schema: unknown): void {
  if (typeof schema !== 'object' || schema === null) return;
  const { uniqueItems, items } = schema as { uniqueItems?: unknown; items?: { type?: unknown } };
  if (uniqueItems === true && !comparable.includes(items?.type)) {
    throw new Error(`\`uniqueItems\` needs \`items\` with one \`type\` of ${comparable.join(', ')}`);
  }
  Object.values(schema).forEach(assertBounded);
}
