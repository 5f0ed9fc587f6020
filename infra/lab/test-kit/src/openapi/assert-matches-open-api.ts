import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import type { OpenApiDocument } from '@writ/docs';

type ResponseObject = OpenApiDocument['components']['responses'][string];

export type SeenAnswer = {
  method: string;
  /** As sent, with query and `/v1`. */
  path: string;
  status: number;
  type?: string;
  /** Absent or empty without a body. */
  body?: unknown;
};

/**
 * The document must describe the answer: address, method, status, and the body's form and type. Anything undescribed
 * must be a problem with 404 or 405.
 */
export function assertMatchesOpenApi(document: OpenApiDocument, seen: SeenAnswer): void {
  const name = `${seen.method.toUpperCase()} ${seen.path}: ${seen.status}`;
  const expected = expectedAnswer(document, seen);
  if (expected === undefined) throw new Error(`${name} is not in the OpenAPI document`);
  if (expected.schema === undefined) {
    if (!isEmpty(seen.body)) throw new Error(`${name} has a body that the OpenAPI document does not have`);
    return;
  }
  if (seen.type !== undefined && seen.type !== expected.type)
    throw new Error(`${name} is ${seen.type}, and ${expected.type} in the OpenAPI document`);
  const validate = describedBy(document).compile(expected.schema);
  if (!validate(seen.body)) {
    const faults = (validate.errors ?? []).map(told).join('\n  ');
    throw new Error(
      `${name} is not as the OpenAPI document says:\n  ${faults}\n${JSON.stringify(seen.body)}`,
    );
  }
}

type Expected = { schema: object | undefined; type: string };

function expectedAnswer(
  document: OpenApiDocument,
  { method, path, status }: SeenAnswer,
): Expected | undefined {
  // Of `/topics/{id}` and `/topics/{id}:test` the longer one counts.
  const item = describedBy(document).addresses.find(({ pattern }) => pattern.test(path))?.item;
  const operation = item?.[method.toLowerCase()];
  if (!operation)
    return status === 404 || status === 405
      ? { schema: anyProblem, type: 'application/problem+json' }
      : undefined;
  const { responses } = operation;
  const response = responses[String(status)] ?? (status >= 400 ? responses['default'] : undefined);
  if (!response) return undefined;
  const [[type, content] = ['', undefined]] = Object.entries(resolve(document, response).content ?? {});
  return { schema: content?.schema as object | undefined, type };
}

const anyProblem = {
  anyOf: [{ $ref: '#/components/schemas/Problem' }, { $ref: '#/components/schemas/InputValidationProblem' }],
};

const patternOf = (template: string): RegExp =>
  new RegExp(`^${template.split(/\{[^}]*\}/).join('[^/?]+')}(?:\\?.*)?$`);

const fixedLength = (template: string): number => template.replace(/\{[^}]*\}/g, '').length;

function resolve(document: OpenApiDocument, response: ResponseObject | { $ref: string }): ResponseObject {
  if (!('$ref' in response)) return response;
  const found = document.components.responses[response.$ref.split('/').at(-1) ?? ''];
  if (!found) throw new Error(`${response.$ref} is not in the OpenAPI document`);
  return found;
}

const isEmpty = (body: unknown): boolean =>
  body === undefined ||
  body === '' ||
  (typeof body === 'object' && body !== null && Object.keys(body).length === 0);

const told = ({ instancePath, message, params }: ErrorObject): string =>
  `${instancePath || 'body'} ${message ?? ''} ${JSON.stringify(params)}`;

type Compile = (schema: object) => ValidateFunction;
type Described = {
  addresses: { pattern: RegExp; item: OpenApiDocument['paths'][string] }[];
  compile: Compile;
};

const described = new WeakMap<OpenApiDocument, Described>();
/** By the schemas' text, which many test files share. */
const compilers = new Map<string, Compile>();

function describedBy(document: OpenApiDocument): Described {
  const known = described.get(document);
  if (known) return known;
  const { paths, servers, components } = document;
  const addresses = Object.entries(paths)
    .toSorted(([a], [b]) => fixedLength(b) - fixedLength(a))
    .map(([template, item]) => ({ pattern: patternOf(`${servers[0]?.url ?? ''}${template}`), item }));
  const schemas = JSON.stringify(components.schemas);
  const compile = compilers.get(schemas) ?? compilerOf(schemas);
  compilers.set(schemas, compile);
  const own = { addresses, compile };
  described.set(document, own);
  return own;
}

function compilerOf(schemas: string): Compile {
  const ajv = addFormats.default(new Ajv2020({ strict: false, allErrors: true }));
  ajv.addSchema({ components: { schemas: JSON.parse(schemas) as object } }, 'document');
  const compiled = new Map<string, ValidateFunction>();
  return (schema) => {
    const text = JSON.stringify(schema).replaceAll('"#/components/', '"document#/components/');
    const validate = compiled.get(text) ?? ajv.compile(JSON.parse(text) as object);
    compiled.set(text, validate);
    return validate;
  };
}
