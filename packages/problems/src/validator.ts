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
 * Returns an issue for every error. Puts times in the input into UTC. `onMistyped` gets the JSON Pointer of
 * each value of a wrong JSON type.
 */
export type Validator = (input: unknown, onMistyped?: (at: string) => void) => readonly IssueInput[];

export type CompileSchema = (schema: object, where: IssueInput['in']) => Validator;

/** Parameters (path, query, header) are texts, read as the types of their schemas. */
export function createSchemaCompiler(): CompileSchema {
  const options = { ...ajvOptions, verbose: true, keywords: [inUtc] };
  const ajv = new Ajv2020(options);
  return (schema, where) => {
    assertBounded(schema);
    // On first use: compiling all schemas would take 0.3 s of the start.
    let validate: ValidateFunction | undefined;
    const hidden = isSecret(schema);
    const readParameters = where === 'body' ? undefined : parameterReader(schema);
    return (input, onMistyped) => {
      validate ??= ajv.compile(compilable(schema));
      readParameters?.(input as Record<string, unknown>);
      if (validate(input)) return [];
      const errors = validate.errors ?? [];
      if (onMistyped) errors.filter(isOfType).forEach(({ instancePath }) => onMistyped(instancePath));
      return (
        faultsOf(errors)
          // One more than is reported, to see that there are more.
          .slice(0, mostIssues + 1)
          .map((error) => toIssue(error, where, { hidden }))
      );
    };
  };
}

/** Reads parameters that are no texts, in place. An unreadable one stays a text, which the schema refuses. */
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

/** Only as JSON writes them: not `1e1`, `0x5`, `+5` or `TRUE`. */
const valuesOf = {
  integer: readInteger,
  boolean: (text: string): boolean | undefined =>
    text === 'true' || text === 'false' ? text === 'true' : undefined,
  array: (text: string): string[] => [text],
};

/** Values of an `enum` are texts. */
const isOfType = ({ keyword, data }: ErrorObject): boolean =>
  keyword === 'type' || (keyword === 'enum' && typeof data !== 'string');

/** The format refuses other texts. */
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

/** Marks times, and drops the `$id`: ajv takes an `$id` once, but a schema may be in several endpoints. */
function compilable(schema: object): object {
  const { $id: _, ...rest } = schema as { $id?: string };
  const mark = (_name: string, part: unknown): unknown =>
    (part as { format?: unknown } | null)?.format === 'date-time'
      ? { ...(part as object), inUtc: true }
      : part;
  return JSON.parse(JSON.stringify(rest), mark) as object;
}

/** No value of a `writeOnly` schema is shown. */
const isSecret = (schema: unknown): boolean =>
  (schema as { writeOnly?: boolean } | undefined)?.writeOnly === true;

/** The whole value holds the secret, and a misspelt member may. */
function holdsSecret(schema: unknown): boolean {
  const { properties = {} } = (schema ?? {}) as { properties?: object };
  return isSecret(schema) || Object.values(properties).some(holdsSecret);
}

function toIssue(error: ErrorObject, where: IssueInput['in'], { hidden }: { hidden: boolean }): IssueInput {
  const member = memberOf(error);
  const pointer = member === undefined ? error.instancePath : pointerTo(error.instancePath, member);
  // Names the parameter, not its entry.
  const name = where === 'body' ? pointer : pointer.slice(1).replace(/\/\d+$/, '');
  // An unknown parameter may be a credential.
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

/** Repeated parameters are a list that nobody has sent as one. */
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

/** Suggests the name that was probably meant; for parameters, lists all names. */
function hint({ keyword, params, parentSchema }: ErrorObject, where: IssueInput['in']): string {
  if (keyword !== 'additionalProperties') return '';
  const known = Object.keys((parentSchema as { properties?: object } | undefined)?.properties ?? {});
  const near = nearestName(String((params as { additionalProperty?: string }).additionalProperty), known);
  const meant = near === undefined ? '' : ` Did you mean \`${near}\`?`;
  if (where !== 'query' || known.length === 0) return meant;
  return `${meant} There are: ${known.map((one) => `\`${one}\``).join(', ')}.`;
}

/** Types whose values ajv compares by hash. */
const comparable: unknown[] = ['string', 'number', 'integer', 'boolean'];

/**
 * Refuses a schema that a hostile body could keep busy: ajv compares each pair of unique entries of other
 * types, which takes most of a minute.
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
