import { expect, test } from '@jest/globals';
import { hideKeys, secretHider } from './redact.ts';

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

const percent = (character: string): string =>
  Array.from(Buffer.from(character), (byte) => `%${byte.toString(16)}`).join('');

test.each([key, signingKey, token])('a secret whose characters an address writes with %%: %s', (secret) => {
  const first = percent(secret.charAt(0)) + secret.slice(1);
  const middle = secret.slice(0, 30) + percent(secret.charAt(30)).toUpperCase() + secret.slice(31);
  const all = Array.from(secret, percent).join('');
  for (const written of [first, middle, all])
    expect(hideKeys(`/operations/%20${written}?a%41`)).toBe('/operations/%20[redacted]?aA');
});

test('an address without a secret is told as it was written', () => {
  expect(hideKeys('/operations/%77rit_%41?x=%zz%')).toBe('/operations/%77rit_%41?x=%zz%');
});

test.each(['sixteen.printed!', 'a+b/c=$^|(%41)[]"', 'https://~admin:to-ken', 'geheim-wie-öl-und-🔑!'])(
  'a secret without a form of its own is hidden by its exact text: %s',
  (secret) => {
    const hideSecrets = secretHider(['another-secret-of-ours', secret]);
    const lowerCase = encodeURIComponent(secret).replace(/%../g, (escape) => escape.toLowerCase());
    for (const written of [
      secret,
      encodeURIComponent(secret),
      lowerCase,
      Array.from(secret, percent).join(''),
      secret.replaceAll('~', '~0').replaceAll('/', '~1'),
    ]) {
      expect(hideSecrets(`/v1/${written}/${key}`)).toBe('/v1/[redacted]/[redacted]');
    }
    const similar = `${secret.slice(0, -1)}~`;
    expect(hideSecrets(similar)).toBe(similar);
    expect(hideKeys(secret)).toBe(secret);
  },
);

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
