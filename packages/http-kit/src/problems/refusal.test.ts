import { expect, test } from '@jest/globals';
import { Fault, invalidInput, notFound, together, type IssueInput } from './refusal.ts';
import { createSchemaCompiler } from './validator.ts';

const issues = (count: number): IssueInput[] =>
  Array.from({ length: count }, (_, at) => ({ in: 'body', name: `/${at}`, detail: 'Wrong.' }));

test('a thousand issues are told, and that there are more', () => {
  expect(invalidInput(issues(1_000)).facts).toMatchObject({ detail: 'The request has 1000 faults.' });
  const { facts } = invalidInput(issues(1_001));
  expect(facts.issues).toHaveLength(1_000);
  expect(facts.detail).toMatch('more than 1000 faults');
});

test('a body with a hundred thousand faults makes no more issues than are told', () => {
  const check = createSchemaCompiler()({ type: 'object', additionalProperties: false }, 'body');
  const body = Object.fromEntries(issues(100_000).map(({ name }) => [name, 1]));
  expect(check(body)).toHaveLength(1_001);
});

const taken = new Fault('name-taken', [{ in: 'body', name: '/name', detail: 'Taken.' }]);
const forbidden = new Fault(
  'object-not-writable',
  [{ in: 'path', name: 'objectName', detail: 'Not listed.' }],
  {
    remedy: 'List it.',
  },
);
const missing = notFound('path', 'topicId', 'x', 'No topic.');

test.each([
  [[taken, invalidInput(issues(1)), forbidden, missing], 'not-found'],
  [[taken, invalidInput(issues(1)), forbidden], 'object-not-writable'],
  [[taken, invalidInput(issues(1))], 'invalid-input'],
  [[taken], 'name-taken'],
] as [[Fault, ...Fault[]], string][])(
  'of several faults 404 comes first, then 403, 400 and 409',
  (faults, kind) => {
    const one = together(faults);
    expect(one.kind).toBe(kind);
    expect(one.facts.issues).toHaveLength(faults.length);
    expect(one.facts.detail).toBe(
      faults.length === 1 ? 'Taken.' : `The request has ${faults.length} faults.`,
    );
  },
);

test('several faults as one keep what the first says beyond its places, and tell each fault once', () => {
  expect(together([taken, forbidden, taken]).facts).toMatchObject({
    remedy: 'List it.',
    issues: [{ name: 'objectName' }, { name: '/name' }],
  });
});
