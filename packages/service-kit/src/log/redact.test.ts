import { expect, test } from '@jest/globals';
import { hideKeys } from './redact.ts';

const token = 'eyJhbGciOiJSUzI1NiJ9.eyJpYXQiOjE3MDB9.c2ln';

test.each([
  ['alone', token, '[redacted]'],
  ['behind a dash, in a word', `a-b-${token}`, 'a-b-[redacted]'],
  ['behind names with dots', `www.example.${token}`, 'www.example.[redacted]'],
  ['behind what only begins like one', `eyJ-${token}`, '[redacted]'],
  ['twice', `${token} ${token}`, '[redacted] [redacted]'],
  ['as a part of a word: it is none', `x${token}`, `x${token}`],
])('a JSON Web Token %s', (_where, text, told) => {
  expect(hideKeys(text)).toBe(told);
});

test('a long word that might begin a token everywhere is read once', () => {
  // With an attempt at each of these places this would go on for hours.
  const text = '-eyJ'.repeat(1_250_000);

  expect(hideKeys(text) === text).toBe(true);
});
