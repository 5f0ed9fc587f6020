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

const key = `writ_${'x7'.repeat(20)}`;
const signingKey = `whsec_${'x7'.repeat(20)}`;

test.each(
  [key, signingKey, token].flatMap((secret) => [
    ['%20', secret],
    ['%22', secret],
    ['x%2F', secret],
    ['x%2f', secret],
    ['%2520', secret],
    ['x%25252F', secret],
  ]),
)('behind %j, as an address writes a character, a secret is hidden: %s', (before, secret) => {
  expect(hideKeys(`/operations/${before}${secret}?x=1`)).toBe(`/operations/${before}[redacted]?x=1`);
});

test.each([
  ['that might begin a token everywhere', '-eyJ'],
  ['that might be the end of a token', 'x'],
])('a long word %s is read once, and its length does no harm', (_, part) => {
  // With an attempt at each place this would go on for hours; with a way back kept for each character, it would throw.
  const text = `-eyJ${part.repeat(20_000_000 / part.length)}`;

  expect(hideKeys(text) === text).toBe(true);
});

test.each(['writ_', 'whsec_', 'eyJhbGciOiJSUzI1NiJ9.eyJpYXQiOjE3MDB9.'])(
  'a secret is hidden whole, however long: %s',
  (beginning) => {
    expect(hideKeys(`the key ${beginning}${'x'.repeat(20_000_000)} opens it`)).toBe(
      'the key [redacted] opens it',
    );
  },
);
