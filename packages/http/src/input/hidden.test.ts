import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { hide, hidesNothing, unhide } from './hidden.ts';

const at = '/secret';

test('what is hidden and sent back is what is stored', () => {
  const secret = fc.oneof(fc.string(), fc.array(fc.string()), fc.dictionary(fc.string(), fc.jsonValue()));
  fc.assert(
    fc.property(secret, (stored) => {
      expect(unhide(hide(stored), stored, at)).toEqual({ value: stored, issues: [] });
    }),
  );
});

test('beside hidden values others are new, and those left out are gone', () => {
  const stored = { a: '1', b: '2', c: '3' };
  expect(unhide({ a: '[hidden]', b: 'new', d: '4' }, stored, at)).toEqual({
    value: { a: '1', b: 'new', d: '4' },
    issues: [],
  });
});

test.each([
  ['[hidden]', undefined, ['/secret']],
  [{ a: '[hidden]', 'x/y': '[hidden]' }, { A: '1' }, ['/secret/a', '/secret/x~1y']],
  [{ toString: '[hidden]' }, {}, ['/secret/toString']],
  [{ a: '[hidden]' }, '1', ['/secret/a']],
])('%j stands for nothing where %j is stored', (given, stored, names) => {
  const { issues } = unhide(given, stored, at);
  expect(issues.map(({ name }) => name)).toEqual(names);
  expect(issues[0]?.detail).toBe('`[hidden]` stands for a stored value; there is none here.');
});

test('what is new holds no hidden value', () => {
  const rule = hidesNothing('key', 'tokens');
  expect(rule({ key: '[hidden]', tokens: { a: '[hidden]' }, other: '[hidden]' })).toHaveLength(2);
  for (const body of [{ key: 'k' }, {}, null, '[hidden]', ['[hidden]']]) expect(rule(body)).toEqual([]);
});
