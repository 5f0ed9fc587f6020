import { expect, test } from '@jest/globals';
import { problemKinds } from './problem-kinds.ts';
import {
  assertFaultless,
  Fault,
  faultOf,
  invalidInput,
  notFound,
  Refusal,
  together,
  type IssueInput,
  type Issues,
} from './refusal.ts';
import { createSchemaCompiler } from './validator.ts';

const issue = (at: number): IssueInput => ({ in: 'body', name: `/${at}`, detail: 'Wrong.' });
const issues = (count: number): Issues => [
  issue(0),
  ...Array.from({ length: count - 1 }, (_, at) => issue(at + 1)),
];
test('a refusal that has no issue to tell can not be written down', () => {
  const unsafe = (): unknown[] => [
    // @ts-expect-error: the compiler asks for an issue
    invalidInput([]),
    // @ts-expect-error: and does so whatever the kind
    new Fault('name-taken', []),
    // @ts-expect-error: a list may be empty
    invalidInput(issues(2).slice(2)),
    // @ts-expect-error: nor may these kinds be without any
    new Refusal('invalid-input', { detail: 'No.' }),
    // @ts-expect-error: not even for others is an empty list one
    new Refusal('in-use', { issues: [] }),
  ];
  expect(unsafe).toBeInstanceOf(Function);
  expect(faultOf([])).toBeUndefined();
  expect(() => assertFaultless([])).not.toThrow();
  expect(() => assertFaultless(issues(2))).toThrow(Fault);
});

test.each([
  [{ in: 'body', name: '/a~1b/0/c', detail: 'Wrong.' }, 'a/b.0.c: Wrong.'],
  [{ in: 'header', name: 'Idempotency-Key', detail: 'Wrong.' }, 'Idempotency-Key: Wrong.'],
  [{ in: 'body', name: '/groupRef', detail: '`groupRef` is missing.' }, '`groupRef` is missing.'],
  [{ in: 'body', name: '', detail: 'Wrong.' }, 'Wrong.'],
] as [IssueInput, string][])('of the one fault %j it is told %j', (fault, detail) => {
  expect(invalidInput([fault]).facts.detail).toBe(detail);
  expect(new Fault('not-found', [fault]).facts.detail).toBe(fault.detail);
});

test('a thousand issues are told, and that there are more', () => {
  expect(invalidInput(issues(1_000)).facts).toMatchObject({ detail: 'The request has 1000 errors.' });
  const { facts } = invalidInput(issues(1_001));
  expect(facts.issues).toHaveLength(1_000);
  expect(facts.detail).toMatch('more than 1000 errors');
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
      faults.length === 1 ? 'Taken.' : `The request has ${faults.length} errors.`,
    );
  },
);

test('several faults as one keep what the first says beyond its places, and tell each fault once', () => {
  expect(together([taken, forbidden, taken]).facts).toMatchObject({
    remedy: 'List it.',
    issues: [{ name: 'objectName' }, { name: '/name' }],
  });
});

test('no remedy names the member that holds the issues: who reads it may be shown these without their name', () => {
  expect(Object.values(problemKinds).filter(({ remedy }) => remedy.includes('`issues`'))).toEqual([]);
});
