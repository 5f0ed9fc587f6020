import { expect, test } from '@jest/globals';
import { inputValidationProblemSchema } from '@writ/contracts';
import { endpoint, ok, type Endpoint } from '@writ/http';
import { describeHost } from './describe-host.ts';

const thing = {
  $id: 'Thing',
  type: 'object',
  required: ['name'],
  properties: { name: { type: 'string', examples: ['left'] }, size: { type: 'integer' } },
} as const;

const makeThing = endpoint({
  method: 'post',
  path: '/projects/:projectIdOrName/api-keys/:thingId\\:make',
  summary: 'Make a thing',
  access: { scope: 'write:records' },
  query: { type: 'object', properties: { dry: { type: 'boolean', description: 'Only look.' } } } as const,
  headers: { type: 'object', required: ['Color'], properties: { Color: { type: 'string' } } },
  body: thing,
  answers: { 201: { type: 'array', items: thing }, 404: inputValidationProblemSchema },
  docs: { refusals: ['in-use'] },
  handle: () => Promise.resolve(ok([])),
});
const getThings = endpoint({
  method: 'get',
  path: '/things',
  summary: 'List things',
  access: 'public',
  answers: { 200: { type: 'array', items: thing } },
  handle: () => Promise.resolve(ok([])),
});

const describe = (...endpoints: readonly Endpoint[]) =>
  describeHost({
    endpoints,
    api: { title: 'Things', description: 'About things.', tags: { Things: 'All of them.' } },
    problems: { catalogueUrl: 'http://docs.test/problems' },
  });

test('an endpoint is described by what it is mounted by', () => {
  const { paths } = describe(makeThing);
  const operation = paths['/projects/{projectIdOrName}/api-keys/{thingId}:make']?.['post'];
  expect(operation).toMatchObject({
    operationId: 'postApiKeyMake',
    tags: ['API keys'],
    description: 'Needs the scope `write:records`.',
    security: [{ ApiKey: ['write:records'] }, { Bearer: ['write:records'] }],
    requestBody: { content: { 'application/json': { schema: { $ref: '#/components/schemas/Thing' } } } },
  });
  expect(operation?.parameters).toEqual([
    {
      name: 'projectIdOrName',
      in: 'path',
      required: true,
      description: 'Id or name of the project.',
      schema: { type: 'string' },
    },
    {
      name: 'thingId',
      in: 'path',
      required: true,
      description: 'Id of the thing.',
      schema: { type: 'string' },
    },
    { name: 'dry', in: 'query', description: 'Only look.', schema: { type: 'boolean' } },
    { name: 'Color', in: 'header', required: true, schema: { type: 'string' } },
    { $ref: '#/components/parameters/RequestId' },
  ]);
});

test('bodies are shown by examples that are made of the schema where it has none', () => {
  const { paths } = describe(makeThing);
  const operation = paths['/projects/{projectIdOrName}/api-keys/{thingId}:make']?.['post'];
  const example = { summary: 'Example', value: { name: 'left' } };
  expect(operation?.requestBody?.content['application/json']?.examples).toEqual({ example });
  expect(operation?.responses['201']).toMatchObject({
    content: { 'application/json': { examples: { example: { value: [{ name: 'left' }] } } } },
  });
});

test('refusals that endpoints share stand in the document once, others with the kinds of the endpoint', () => {
  const { paths, components } = describe(makeThing);
  const responses = paths['/projects/{projectIdOrName}/api-keys/{thingId}:make']?.['post']?.responses;
  expect(responses?.['404']).toEqual({ $ref: '#/components/responses/NotFound' });
  expect(components.responses['NotFound']?.content).toMatchObject({
    'application/problem+json': {
      schema: { $ref: '#/components/schemas/InputValidationProblem' },
      examples: { 'not-found': { value: { type: 'http://docs.test/problems/not-found', status: 404 } } },
    },
  });
  expect(responses?.['409']).toMatchObject({
    content: { 'application/problem+json': { examples: { 'in-use': { value: { status: 409 } } } } },
  });
});

test('what everyone may call needs no credential', () => {
  const { paths, tags } = describe(getThings);
  const operation = paths['/things']?.['get'];
  expect(operation?.security).toEqual([]);
  expect(Object.keys(operation?.responses ?? {})).toEqual(['200', '400', '500', '503', 'default']);
  expect(tags).toEqual([{ name: 'Things', description: 'All of them.' }]);
});

test('two schemas with one name are a fault', () => {
  const other = { ...makeThing, path: '/others', body: { ...thing, required: [] } };
  expect(() => describe(makeThing, other)).toThrow('Two different schemas are named Thing.');
});

test('an endpoint with pages for refusals is described by pages', () => {
  const { paths } = describeHost({
    api: { title: 'Doors', description: '', tags: {} },
    endpoints: [
      endpoint({
        method: 'get',
        path: '/door',
        summary: 'Open the door',
        access: 'public',
        mediaType: 'text/html',
        faultPage: () => ({ html: '', headers: {} }),
        answers: { 200: { type: 'string', description: 'A page.', examples: ['<!doctype html>'] } },
        docs: { refusals: ['provider-refused'] },
        handle: () => Promise.resolve(ok('')),
      }),
    ],
    problems: { catalogueUrl: 'http://docs.test/problems' },
  });
  const { responses } = paths['/door']!['get']!;
  const typesOf = (status: string) => {
    const response = responses[status];
    return Object.keys((response && 'content' in response ? response.content : undefined) ?? {});
  };
  for (const status of ['200', '400', '422', '500'])
    expect([status, typesOf(status)]).toEqual([status, ['text/html']]);
  expect(responses['default']).toEqual({ $ref: '#/components/responses/OtherProblem' });
});
