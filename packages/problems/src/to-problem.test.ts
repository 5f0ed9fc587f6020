import { expect, test } from '@jest/globals';
import { Refusal } from './refusal.ts';
import { cutValue, toProblem } from './to-problem.ts';

test.each([['short'], [5], [null], [{ a: [1] }]])('%j is shown whole', (value) => {
  expect(cutValue(value)).toEqual(value);
});

test('a long text is cut as the text that it is, between its characters', () => {
  expect(cutValue('a'.repeat(2_000))).toBe(`${'a'.repeat(1_024)}…`);
  expect(cutValue(`a${'ü'.repeat(2_000)}`)).toBe(`a${'ü'.repeat(511)}…`);
});

test('of a large object the beginning of its JSON is shown', () => {
  expect(cutValue({ long: 'x'.repeat(2_000) })).toBe(`{"long":"${'x'.repeat(1_015)}…`);
});

test('a key or token that was sent in a wrong place is told neither as value nor as name, nor in a detail', () => {
  const keys = [
    `writ_${'0aB'.repeat(16)}0`,
    'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
    'eyJhbGciOiJSUzI1NiJ9.eyJpYXQiOjE3MDB9.c2ln',
  ];
  for (const key of keys) {
    const issues = [
      { in: 'path', name: 'apiKeyId', detail: `There is no ${key}.`, value: key },
      { in: 'body', name: `/${key}`, detail: 'Is not known.', value: { [key]: [key] } },
    ] as const;
    const refusal = new Refusal('invalid-input', { detail: `No ${key}.`, issues });
    const request = { requestId: '1', now: new Date(0) };
    const { body } = toProblem(refusal, request, { catalogueUrl: 'http://a.example/problems' });
    expect(JSON.stringify(body)).not.toContain(key);
    expect(body).toMatchObject({
      issues: [{ value: '[redacted]' }, { value: { '[redacted]': ['[redacted]'] } }],
    });
  }
});

test('a key is told in no remedy and no context either, nor behind a line break', () => {
  const key = `writ_${'0aB'.repeat(16)}0`;
  const told = { remedy: `Ask with ${key}.`, context: { names: [key], [key]: 1 } };
  const value = { text: `first\n${key}`, list: [`\t${key}`] };
  const issues = [{ in: 'body', name: '/text', detail: 'No.', value, ...told }] as const;
  const refusal = new Refusal('invalid-input', { ...told, causes: [key], issues });
  const request = { requestId: '1', now: new Date(0) };
  const { body } = toProblem(refusal, request, { catalogueUrl: 'http://a.example/problems' });
  const hidden = {
    remedy: 'Ask with [redacted].',
    context: { names: ['[redacted]'], '[redacted]': 1 },
  };
  expect(body).toMatchObject({
    ...hidden,
    causes: ['[redacted]'],
    issues: [{ ...hidden, value: { text: 'first\n[redacted]', list: ['\t[redacted]'] } }],
  });
});

test('a number that JSON lacks is told as it was read, and not as null', () => {
  const issue = { in: 'body', name: '/size', detail: 'Must be of type integer.', value: Infinity } as const;
  const refusal = new Refusal('invalid-input', { issues: [issue] });
  const request = { requestId: 'r', now: new Date(0) };
  const { body } = toProblem(refusal, request, { catalogueUrl: 'http://docs.test' });
  expect(body).toMatchObject({ issues: [{ value: 'Infinity' }] });
});

test.each(['invalid-input', 'not-found', 'connection-not-working'] as const)(
  'issues of %s say where to read more and what to do, as their problem does or better',
  (kind) => {
    const issue = { in: 'body', name: '/a', detail: 'No.' } as const;
    const refusal = new Refusal(kind, { issues: [issue, { ...issue, name: '/b', remedy: 'Leave it out.' }] });
    const request = { requestId: 'r', now: new Date(0) };
    const { body } = toProblem(refusal, request, { catalogueUrl: 'http://docs.test' });
    const href = `http://docs.test/${kind}`;
    const { remedy } = body;
    expect(remedy).toEqual(expect.any(String));
    expect(body).toMatchObject({
      href,
      issues: [
        { href, remedy },
        { href, remedy: 'Leave it out.' },
      ],
    });
  },
);
