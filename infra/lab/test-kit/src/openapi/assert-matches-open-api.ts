import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import type { OpenApiDocument } from '@writ/docs';

type ResponseObject = OpenApiDocument['components']['responses'][string];

export type SeenAnswer = {
  method: string;
  /** Path and query as sent, with the `/v1`. */
  path: string;
  status: number;
  type?: string;
  /** Absent, or an empty text or object, if the answer had no body. */
  body?: unknown;
};

/**
 * Asserts that the document describes the answer: address, method, status, and the form and type of the body. An address
 * or method without a description has to be answered by a problem with 404 or 405.
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
  const validate = compile(document, expected.schema);
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
  const item = Object.entries(document.paths)
    .filter(([template]) => patternOf(`${document.servers[0]?.url ?? ''}${template}`).test(path))
    // Of `/topics/{id}` and `/topics/{id}:test` the longer one is meant.
    .sort(([a], [b]) => fixedLength(b) - fixedLength(a))[0]?.[1];
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

const compiled = new WeakMap<object, ValidateFunction>();

/** With the document's components, to which schemas refer. */
function compile(document: OpenApiDocument, schema: object): ValidateFunction {
  const known = compiled.get(schema);
  if (known) return known;
  const ajv = addFormats.default(new Ajv2020({ strict: false, allErrors: true }));
  const validate = ajv.compile({ ...schema, components: document.components });
  if (schema !== anyProblem) compiled.set(schema, validate);
  return validate;
}
