import { expect, test } from '@jest/globals';
import { changesBetween } from './changes-between.ts';

test('what differs is told by name, maps member by member, and what entries tell elsewhere is not', () => {
  const before = {
    id: 'a',
    projectId: 'p',
    name: 'crm',
    metadata: { url: 'https://a.test', headers: { 'X-A': '[hidden]' } },
    expireTime: null,
    updateTime: new Date(0),
  };
  const after = {
    ...before,
    metadata: { url: 'https://b.test', headers: {} },
    expireTime: new Date('2030-01-01T00:00:00Z'),
    updateTime: new Date(1),
  };
  expect(changesBetween(before, after)).toEqual({
    'metadata.url': { before: 'https://a.test', after: 'https://b.test' },
    'metadata.headers.X-A': { before: '[hidden]' },
    expireTime: { after: '2030-01-01T00:00:00.000Z' },
  });
  expect(changesBetween(undefined, { id: 'a', scopes: ['full'] })).toEqual({ scopes: { after: ['full'] } });
  expect(changesBetween({ id: 'a', paused: true }, undefined)).toEqual({ paused: { before: true } });
});

test('a member that is called like one that every object has is told like any other', () => {
  const before = { metadata: { toString: 'a', valueOf: 'b' } };
  const after = { metadata: { toString: 'a', constructor: 'c', ['__proto__']: 'd' } };
  expect(changesBetween(before, after)).toEqual({
    'metadata.valueOf': { before: 'b' },
    'metadata.constructor': { after: 'c' },
    'metadata.__proto__': { after: 'd' },
  });
});

test('of secrets, and of long values, it is only told that they changed', () => {
  const long = 'x'.repeat(2_000);
  expect(changesBetween({ note: long }, { note: 'short' }, ['credentials'])).toEqual({
    note: { changed: true },
    credentials: { changed: true },
  });
});

test('an entry stays small, whatever was changed', () => {
  const facts = Object.fromEntries(Array.from({ length: 500 }, (_, n) => [`n${n}`, 'y'.repeat(100)]));
  expect(changesBetween({}, { facts, name: 'crm' })).toEqual({
    facts: { changed: true },
    name: { changed: true },
  });
});
