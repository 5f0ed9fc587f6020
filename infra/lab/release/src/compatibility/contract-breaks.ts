import type { Contract } from './contract-of.ts';
import { schemaBreaks, type Direction, type Json } from './schema-breaks.ts';

type Security = readonly Readonly<Record<string, readonly string[]>>[];
type Contents = Readonly<Record<string, { schema?: Json }>>;

/** One line for each break. */
export function contractBreaks(before: Contract, after: Contract): string[] {
  return Object.entries(before.paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, operation]) => {
      const at = `${method.toUpperCase()} ${path}`;
      const now = after.paths[path]?.[method];
      if (now === undefined) return [`${at}: it is gone`];
      return operationBreaks(operation as Json, now as Json, at, partsOf(before, after));
    }),
  );
}

type Parts = { before: <P extends Json>(part: P) => P; after: <P extends Json>(part: P) => P };

const partsOf = (before: Contract, after: Contract): Parts => ({
  before: resolver(before),
  after: resolver(after),
});

/** All references are to components. @throws if one leads nowhere */
const resolver =
  (document: Contract) =>
  <P extends Json>(part: P): P => {
    const ref = part['$ref'];
    if (typeof ref !== 'string') return part;
    const found = ref
      .split('/')
      .slice(1)
      .reduce<unknown>((node, name) => (node as Json | undefined)?.[decodeURIComponent(name)], document);
    if (found === undefined) throw new Error(`${ref} leads nowhere.`);
    return resolver(document)(found as P);
  };

function operationBreaks(before: Json, after: Json, at: string, parts: Parts): string[] {
  const renamed =
    before['operationId'] === after['operationId']
      ? []
      : [`${at}: its operationId was ${String(before['operationId'])}, which generated clients call`];
  return [
    ...renamed,
    ...securityBreaks(before['security'] as Security, after['security'] as Security, at),
    ...parameterBreaks(before, after, at, parts),
    ...bodyBreaks(before, after, at, parts),
    ...responseBreaks(before, after, at, parts),
  ];
}

/** An accepted credential must stay accepted, with the same scopes. */
function securityBreaks(before: Security = [], after: Security = [], at: string): string[] {
  if (after.length === 0) return [];
  if (before.length === 0) return [`${at}: it needs a credential now`];
  return before
    .filter((had) => !after.some((needs) => isMet(needs, had)))
    .map((had) => `${at}: ${JSON.stringify(had)} is not enough now`);
}

const isMet = (needs: Security[number], had: Security[number]): boolean =>
  Object.entries(needs).every(([scheme, scopes]) => scopes.every((scope) => had[scheme]?.includes(scope))) &&
  Object.keys(needs).every((scheme) => had[scheme] !== undefined);

type Parameter = Json & { name: string; in: string; required?: boolean; schema?: Json };

function parameterBreaks(before: Json, after: Json, at: string, parts: Parts): string[] {
  const listed = (operation: Json, resolve: Parts['before']): Map<string, Parameter> =>
    new Map(
      ((operation['parameters'] ?? []) as Parameter[]).map((given) => {
        const parameter = resolve(given);
        return [`${parameter.in} parameter ${parameter.name.toLowerCase()}`, parameter];
      }),
    );
  const [had, has] = [listed(before, parts.before), listed(after, parts.after)];
  const changed = [...had].flatMap(([name, was]) => {
    const is = has.get(name);
    if (is === undefined) return [`${at}: the ${name} is gone`];
    // Other members, such as its style, count as unknown keywords.
    return schemaBreaks(asInput(was), asInput(is), `${at}: the ${name}`, comparisonOf('in', parts));
  });
  const added = [...has].filter(([name, { required }]) => required && !had.has(name));
  return [...changed, ...added.map(([name]) => `${at}: the ${name} is new and required`)];
}

/** As an object with one member, so that rules of schemas check whether it is required. */
function asInput({ schema = {}, required, name: _, in: __, ...rest }: Parameter): Json {
  return {
    ...rest,
    additionalProperties: false,
    properties: { value: schema },
    required: required ? ['value'] : [],
  };
}

const comparisonOf = (direction: Direction, parts: Parts) => ({
  direction,
  ...parts,
  seen: new Set<string>(),
});

function bodyBreaks(before: Json, after: Json, at: string, parts: Parts): string[] {
  type Body = Json & { required?: boolean; content?: Contents };
  const [given, made] = [before['requestBody'] as Body | undefined, after['requestBody'] as Body | undefined];
  const [was, is] = [given && parts.before(given), made && parts.after(made)];
  if (is === undefined) return was === undefined ? [] : [`${at}: its body is gone`];
  const demanded = is.required && !was?.required ? [`${at}: its body is required now`] : [];
  return [...demanded, ...contentBreaks(was?.content, is.content, `${at}: body`, comparisonOf('in', parts))];
}

function responseBreaks(before: Json, after: Json, at: string, parts: Parts): string[] {
  type Response = Json & { content?: Contents; headers?: Readonly<Record<string, Json>> };
  const [had, has] = [before['responses'], after['responses']] as Readonly<Record<string, Response>>[];
  const lost = Object.entries(had ?? {}).flatMap(([status, given]) => {
    const made = has?.[status];
    // A missing error breaks nobody.
    if (made === undefined) return isError(status) ? [] : [`${at}: it no longer answers ${status}`];
    const [was, is] = [parts.before(given), parts.after(made)];
    const headers = Object.keys(was.headers ?? {}).filter((name) => is.headers?.[name] === undefined);
    return [
      ...headers.map((name) => `${at}: the header ${name} of ${status} is gone`),
      ...contentBreaks(was.content, is.content, `${at}: ${status}`, comparisonOf('out', parts)),
    ];
  });
  const added = Object.keys(has ?? {}).filter((status) => !isError(status) && had?.[status] === undefined);
  return [...lost, ...added.map((status) => `${at}: it may answer ${status} now`)];
}

const isError = (status: string): boolean => /^[45]|^default$/.test(status);

function contentBreaks(
  was: Contents = {},
  is: Contents = {},
  at: string,
  comparison: ReturnType<typeof comparisonOf>,
): string[] {
  return Object.entries(was).flatMap(([type, { schema = {} }]) => {
    const now = is[type];
    return now ? schemaBreaks(schema, now.schema ?? {}, at, comparison) : [`${at}: ${type} is gone`];
  });
}
