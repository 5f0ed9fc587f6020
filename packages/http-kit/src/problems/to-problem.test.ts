import { expect, test } from '@jest/globals';
import { cutValue } from './to-problem.ts';

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
