import { expect, test } from '@jest/globals';
import { contractBreaks } from './contract-breaks.ts';
import { contractOf } from './contract-of.ts';

type Json = Record<string, unknown>;
type Operation = Json & { parameters: Json[]; requestBody: Json; responses: Json; security: Json[] };

/** Minimal, with everything that the rules look at. */
const contract = () => ({
  info: { 'x-release': '1' },
  paths: {
    '/things/{id}': {
      post: {
        operationId: 'postThing',
        security: [{ ApiKey: ['things:write'] }],
        parameters: [
          { name: 'id', in: 'path', required: true, schema: { type: 'string' } },
          { name: 'max', in: 'query', schema: { type: 'integer', minimum: 1, maximum: 9 } },
        ] as Json[],
        requestBody: {
          content: { 'application/json': { schema: { $ref: '#/components/schemas/Sent' } } },
        },
        responses: {
          '200': {
            headers: { ETag: { schema: { type: 'string' } } },
            content: { 'application/json': { schema: { $ref: '#/components/schemas/Thing' } } },
          },
          '404': {},
        },
      } as Operation,
    },
  },
  components: {
    schemas: {
      Sent: {
        type: 'object',
        additionalProperties: false,
        required: ['name'],
        properties: {
          name: { type: 'string', maxLength: 10, description: 'A name.' },
          kind: { type: 'string', enum: ['a', 'b'] },
          description: { type: 'string' },
        },
      } as Json,
      Thing: {
        type: 'object',
        required: ['id', 'kind'],
        properties: {
          id: { type: 'string', format: 'uuid' },
          kind: { type: 'string', enum: ['a', 'b'] },
          size: { type: 'integer' },
          inner: { type: 'array', items: { $ref: '#/components/schemas/Thing' } },
        },
      } as Json,
    },
  },
});
type Draft = ReturnType<typeof contract>;

const post = (draft: Draft): Operation => draft.paths['/things/{id}'].post;
const member = (schema: Json, name: string): Json => (schema['properties'] as Record<string, Json>)[name]!;
const { components } = { components: (draft: Draft) => draft.components.schemas };

function breaks(change: (draft: Draft) => void): string[] {
  const draft = contract();
  change(draft);
  return contractBreaks(contractOf(contract()), contractOf(draft));
}

test.each<[string, (draft: Draft) => void]>([
  ['nothing changed', () => undefined],
  ['new text', (draft) => (member(components(draft).Sent, 'name')['description'] = 'Another.')],
  ['a new operation', (draft) => Object.assign(draft.paths, { '/others': { get: {} } })],
  [
    'a new optional parameter',
    (draft) => post(draft).parameters.push({ name: 'new', in: 'query', schema: {} }),
  ],
  [
    'a new optional member of a body',
    (draft) => Object.assign(components(draft).Sent['properties'] as Json, { more: {} }),
  ],
  [
    'a new member of an answer',
    (draft) => Object.assign(components(draft).Thing['properties'] as Json, { more: {} }),
  ],
  ['a member always there', (draft) => (components(draft).Thing['required'] = ['id', 'kind', 'size'])],
  ['a longer text', (draft) => (member(components(draft).Sent, 'name')['maxLength'] = 20)],
  ['another value to send', (draft) => (member(components(draft).Sent, 'kind')['enum'] = ['a', 'b', 'c'])],
  ['fewer values to read', (draft) => (member(components(draft).Thing, 'kind')['enum'] = ['a'])],
  ['a scope fewer', (draft) => (post(draft).security = [{ ApiKey: [] }])],
  ['another credential', (draft) => post(draft).security.push({ Bearer: ['things:write'] })],
  ['an error that no longer happens', (draft) => delete post(draft).responses['404']],
  ['a new error', (draft) => (post(draft).responses['409'] = {})],
])('%s breaks nobody', (_, change) => {
  expect(breaks(change)).toEqual([]);
});

const at = 'POST /things/{id}';
test.each<[string, (draft: Draft) => void]>([
  [`${at}: it is gone`, (draft) => Object.assign(draft, { paths: {} })],
  [
    `${at}: its operationId was postThing, which generated clients call`,
    (draft) => (post(draft)['operationId'] = 'x'),
  ],
  [
    `${at}: {"ApiKey":["things:write"]} is not enough now`,
    (draft) => (post(draft).security = [{ ApiKey: ['full'] }]),
  ],
  [`${at}: the query parameter max is gone`, (draft) => post(draft).parameters.pop()],
  [
    `${at}: the query parameter max/value: it is required now`,
    (draft) => (post(draft).parameters[1]!['required'] = true),
  ],
  [
    `${at}: the query parameter max: \`style\` was absent, and is "form"`,
    (draft) => (post(draft).parameters[1]!['style'] = 'form'),
  ],
  [
    `${at}: the query parameter max/value: \`maximum\` was 9, and is 5`,
    (draft) => (post(draft).parameters[1]!['schema'] = { type: 'integer', minimum: 1, maximum: 5 }),
  ],
  [
    `${at}: the query parameter new is new and required`,
    (draft) => post(draft).parameters.push({ name: 'new', in: 'query', required: true, schema: {} }),
  ],
  [`${at}: its body is required now`, (draft) => (post(draft).requestBody['required'] = true)],
  [
    `${at}: body: application/json is gone`,
    (draft) => (post(draft).requestBody['content'] = { 'text/csv': {} }),
  ],
  [
    `${at}: body/kind: it is required now`,
    (draft) => (components(draft).Sent['required'] = ['name', 'kind']),
  ],
  [
    `${at}: body/description: it is gone`,
    (draft) => delete (components(draft).Sent['properties'] as Json)['description'],
  ],
  [`${at}: body/kind: "b" is refused`, (draft) => (member(components(draft).Sent, 'kind')['enum'] = ['a'])],
  [
    `${at}: body/name: \`pattern\` was absent, and is "^a"`,
    (draft) => (member(components(draft).Sent, 'name')['pattern'] = '^a'),
  ],
  [`${at}: it no longer answers 200`, (draft) => delete post(draft).responses['200']],
  [`${at}: it may answer 202 now`, (draft) => (post(draft).responses['202'] = {})],
  [
    `${at}: the header ETag of 200 is gone`,
    (draft) => delete (post(draft).responses['200'] as Json)['headers'],
  ],
  [`${at}: 200/id: it is gone`, (draft) => delete (components(draft).Thing['properties'] as Json)['id']],
  [`${at}: 200/kind: it may be absent now`, (draft) => (components(draft).Thing['required'] = ['id'])],
  [
    `${at}: 200/kind: "c" is new among ["a","b","c"]`,
    (draft) => (member(components(draft).Thing, 'kind')['enum'] = ['a', 'b', 'c']),
  ],
  [
    `${at}: 200/size: \`type\` was "integer", and is "number"`,
    (draft) => (member(components(draft).Thing, 'size')['type'] = 'number'),
  ],
  [
    `${at}: 200/id: \`format\` was "uuid", and is absent`,
    (draft) => delete member(components(draft).Thing, 'id')['format'],
  ],
  [
    `${at}: 200/size: \`nullable\` was absent, and is true`,
    (draft) => (member(components(draft).Thing, 'size')['nullable'] = true),
  ],
  [
    `${at}: 200/inner/items: \`type\` was "object", and is "string"`,
    (draft) => (member(components(draft).Thing, 'inner')['items'] = { type: 'string' }),
  ],
])('%s', (line, change) => {
  expect(breaks(change)).toContain(line);
});

test('what becomes public breaks nobody, the reverse does', () => {
  const open = contract();
  post(open).security = [];
  expect(contractBreaks(contract(), open)).toEqual([]);
  expect(contractBreaks(open, contract())).toEqual([`${at}: it needs a credential now`]);
});

test('a reference that leads nowhere is an error', () => {
  const draft = contract();
  post(draft).requestBody = { $ref: '#/components/none' };
  expect(() => contractBreaks(contract(), draft)).toThrow('#/components/none leads nowhere.');
});
