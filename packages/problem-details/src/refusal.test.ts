import { expect, test } from '@jest/globals';
import { invalidInput, type IssueInput } from './refusal.ts';
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
