import type { Endpoint } from '@writ/http';
import { parameterDescription, parameterNames } from './names.ts';
import { plainSchema } from './plain-schema.ts';

type ObjectSchema = { properties?: Readonly<Record<string, object>>; required?: readonly string[] };

export const parametersOf = (endpoint: Endpoint, template: string): readonly unknown[] => [
  ...pathParameters(endpoint.params, template),
  ...listed('query', endpoint.query),
  ...listed('header', endpoint.headers),
  { $ref: '#/components/parameters/RequestId' },
];

function pathParameters(params: unknown, template: string): readonly unknown[] {
  const { properties = {} } = (params ?? {}) as ObjectSchema;
  return parameterNames(template).map((name) => ({
    description: parameterDescription(name),
    ...parameter('path', name, properties[name] ?? { type: 'string' }),
    required: true,
  }));
}

function listed(where: 'query' | 'header', schema: unknown): readonly unknown[] {
  const { properties = {}, required = [] } = (schema ?? {}) as ObjectSchema;
  return Object.entries(properties).map(([name, property]) => ({
    ...parameter(where, name, property),
    ...(required.includes(name) && { required: true }),
  }));
}

function parameter(where: 'path' | 'query' | 'header', name: string, property: object): object {
  const { description, ...schema } = property as { description?: string };
  return {
    name,
    in: where,
    ...(description !== undefined && { description }),
    schema: plainSchema(schema),
  };
}

export const commonParameters = {
  RequestId: {
    name: 'X-Request-Id',
    in: 'header',
    description: 'Identifies the request in answers, logs and records. If it is absent, Writ makes one.',
    schema: { type: 'string', minLength: 1, maxLength: 128, pattern: '^[\\x20-\\x7e]+$' },
    example: 'checkout-7f3a',
  },
};
