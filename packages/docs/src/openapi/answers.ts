import type { Endpoint, NamedExamples } from '@writ/http';
import { examplesOf } from './example-of.ts';
import type { ResponseObject } from './openapi-document.ts';
import type { SchemaShelf } from './schema-shelf.ts';

const descriptions: Readonly<Record<number, string>> = {
  200: 'Done.',
  201: 'Created.',
  202: 'Accepted; the work is done later.',
  204: 'Done; the answer has no body.',
  304: 'Not changed since.',
};

export const successesOf = (endpoint: Endpoint, shelf: SchemaShelf): Record<string, ResponseObject> =>
  Object.fromEntries(
    Object.entries(endpoint.answers)
      .map(([status, schema]) => [Number(status), schema] as const)
      .filter(([status]) => status < 400)
      .map(([status, schema]) => [status, success(endpoint, status, schema, shelf)]),
  );

function success(
  { docs, mediaType }: Endpoint,
  status: number,
  schema: object | null,
  shelf: SchemaShelf,
): ResponseObject {
  const headers = {
    'X-Request-Id': { $ref: '#/components/headers/RequestId' },
    ...(shelf.refer(docs?.answerHeaders ?? {}) as object),
  };
  const description = descriptions[status] ?? 'Done.';
  if (schema === null) return { description, headers };
  const examples = docs?.answers?.[status] ?? examplesFrom(schema);
  return {
    description,
    headers,
    content: { [mediaType ?? 'application/json']: { schema: shelf.refer(schema), examples } },
  };
}

export const examplesFrom = (schema: object): NamedExamples =>
  Object.fromEntries(
    examplesOf(schema).map((value, index) => [
      index === 0 ? 'example' : `example${index + 1}`,
      { summary: 'Example', value },
    ]),
  );

export const commonHeaders = {
  RequestId: {
    description: "Id of the request: the caller's, or one that Writ made.",
    schema: { type: 'string' },
    example: 'checkout-7f3a',
  },
  RetryAfter: {
    description: 'Seconds to wait before the request is sent again.',
    schema: { type: 'integer', minimum: 1 },
    example: 10,
  },
  Authenticate: {
    description: 'The accepted schemes.',
    schema: { type: 'string' },
    example: 'Bearer realm="writ", ApiKey realm="writ"',
  },
};
