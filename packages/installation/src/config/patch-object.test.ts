import { expect, test } from '@jest/globals';
import { patchObject } from './patch-object.ts';
import { splitMaskPath, withMember } from './subtree.ts';

test('changes are applied in order: add makes and overwrites, replace changes, remove takes away', () => {
  expect(
    patchObject({ objectName: 'contacts', inheritMapping: true }, [
      { op: 'add', path: '/deletionSettings', value: { enabled: false } },
      { op: 'replace', path: '/deletionSettings/enabled', value: true },
      { op: 'add', path: '/selectedFieldSettings/a~1b~0c/writeOnCreate', value: 'never' },
      { op: 'add', path: '/objectName', value: 'contacts' },
      { op: 'remove', path: '/inheritMapping' },
    ]),
  ).toEqual({
    patched: {
      deletionSettings: { enabled: true },
      selectedFieldSettings: { 'a/b~c': { writeOnCreate: 'never' } },
      objectName: 'contacts',
    },
  });
});

test('every change that can not be made is told with its index, and none is made', () => {
  const object = { objectName: 'contacts' };
  expect(
    patchObject(object, [
      { op: 'replace', path: '/deletionSettings', value: { enabled: true } },
      { op: 'remove', path: '/inheritMapping' },
      { op: 'add', path: '/objectName/x', value: 1 },
      { op: 'replace', path: '/__proto__', value: {} },
      { op: 'add', path: '/fine', value: true },
    ]),
  ).toEqual({
    faults: ['/deletionSettings', '/inheritMapping', '/objectName/x', '/__proto__'].map((path, index) => ({
      index,
      path,
      detail: expect.any(String),
    })),
  });
  expect(object).toEqual({ objectName: 'contacts' });
});

test('a member called __proto__ changes no prototype', () => {
  const patched = withMember({}, ['__proto__', 'admin'], true) as Record<string, unknown>;
  expect(patched['admin']).toBeUndefined();
  expect(({} as Record<string, unknown>)['admin']).toBeUndefined();
});

test('a path of a mask is split at its dots, but not at escaped ones', () => {
  expect(splitMaskPath('config.content.write.objects.a\\.b\\\\c.deletionSettings')).toEqual([
    'config',
    'content',
    'write',
    'objects',
    'a.b\\c',
    'deletionSettings',
  ]);
});

test.each(['', '.', 'a.', '.a', 'a..b', 'a\\', 'a.b\\', 'config.content.write.objects..'])(
  'the text %j is no path of a mask',
  (text) => {
    expect(splitMaskPath(text)).toBeUndefined();
  },
);

test('a subtree is replaced, removed and made without touching its neighbours', () => {
  const value = { a: { b: 1, c: 2 }, d: 3 };
  expect(withMember(value, ['a', 'b'], 9)).toEqual({ a: { b: 9, c: 2 }, d: 3 });
  expect(withMember(value, ['a', 'b'], undefined)).toEqual({ a: { c: 2 }, d: 3 });
  expect(withMember(value, ['x', 'y'], 1)).toEqual({ ...value, x: { y: 1 } });
  expect(withMember(value, ['x', 'y'], undefined)).toEqual(value);
  expect(value).toEqual({ a: { b: 1, c: 2 }, d: 3 });
});

test('many changes of one map copy it once', () => {
  let copies = 0;
  const map = new Proxy<Record<string, number>>(
    { a0: 0 },
    {
      ownKeys: (target) => {
        copies += 1;
        return Reflect.ownKeys(target);
      },
    },
  );
  const changes = Array.from(
    { length: 100 },
    (_, index) => ({ op: 'add', path: `/map/a${index}`, value: index }) as const,
  );
  const result = patchObject({ map }, changes);
  expect('patched' in result && Object.keys((result.patched as { map: object }).map)).toHaveLength(100);
  expect(copies).toBe(1);
  expect(map['a1']).toBeUndefined();
});
