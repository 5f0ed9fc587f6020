import { expect, test } from '@jest/globals';
import {
  changesBetween,
  clashesBetween,
  isSame,
  maskPath,
  memberAt,
  withChanges,
  withMember,
} from './tree.ts';

const told = (before: unknown, after: unknown) =>
  changesBetween(before, after).map(({ path, ...values }) => ({ path: path.join('/'), ...values }));

test('changes are told as deep down as they are, and what was removed as one', () => {
  const before = { a: { b: 1, c: { d: 2, e: 3 } }, list: [1] };
  const after = { a: { b: 1, new: { x: { y: 1 }, empty: {} } }, list: [1, 2] };
  expect(told(before, after)).toEqual([
    { path: 'a/c', before: { d: 2, e: 3 }, after: undefined },
    { path: 'a/new/x/y', before: undefined, after: 1 },
    { path: 'a/new/empty', before: undefined, after: {} },
    { path: 'list', before: [1], after: [1, 2] },
  ]);
  expect(told({ a: undefined }, {})).toEqual([]);
  expect(withChanges(before, changesBetween(before, after))).toEqual(after);
});

test('a default is one value, so that two of them are never merged into one with two members', () => {
  const settings = (value: object) => ({
    write: { objects: { contacts: { selectedFieldSettings: { email: { default: value } } } } },
  });
  const place = 'write/objects/contacts/selectedFieldSettings/email/default';
  expect(told(settings({}), settings({ stringValue: 'x' }))).toEqual([
    { path: place, before: {}, after: { stringValue: 'x' } },
  ]);
  const clash = clashesBetween({}, settings({ stringValue: 'x' }), settings({ integerValue: 1 }));
  expect(clash).toEqual([place.split('/')]);
});

test('two clash where they changed the same place in two ways, or one removed what the other changed', () => {
  const base = { a: { x: 1, y: 1 }, b: { z: 1 } };
  expect(
    clashesBetween(base, { a: { x: 2, y: 1 }, b: { z: 1 } }, { a: { x: 1, y: 2 }, b: { z: 1 } }),
  ).toEqual([]);
  expect(clashesBetween(base, { a: { x: 2, y: 1 } }, { a: { x: 2, y: 9 }, b: { z: 1 } })).toEqual([]);
  expect(clashesBetween(base, { a: { x: 2, y: 3 }, b: base.b }, { a: { x: 3, y: 4 }, b: base.b })).toEqual([
    ['a', 'x'],
    ['a', 'y'],
  ]);
  expect(clashesBetween(base, { a: base.a }, { a: base.a, b: { z: 2 } })).toEqual([['b']]);
  expect(clashesBetween(base, { a: base.a, b: { z: 2, more: 1 } }, { a: base.a })).toEqual([['b']]);
  expect(clashesBetween(base, { a: {}, b: base.b }, undefined)).toEqual([[]]);
});

test('a mask has a backslash before dots and backslashes of names', () => {
  expect(maskPath(['a.b', String.raw`c\d`, 'e'])).toBe(String.raw`a\.b.c\\d.e`);
});

test('names that objects have anyway are names like others', () => {
  const tree = JSON.parse('{"__proto__":{"a":1},"constructor":{"b":2}}') as unknown;
  expect(memberAt({}, ['constructor'])).toBeUndefined();
  expect(memberAt(tree, ['__proto__', 'a'])).toBe(1);
  expect(JSON.stringify(withMember(tree, ['__proto__', 'a'], 2))).toBe(
    '{"__proto__":{"a":2},"constructor":{"b":2}}',
  );
  expect(({} as { a?: number }).a).toBeUndefined();
  expect(isSame(tree, {})).toBe(false);
});
