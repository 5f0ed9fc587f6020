import { expect, test } from '@jest/globals';
import type { Failed } from '@writ/write-core';
import { findByKeys, type RecordKey } from './find-by-keys.ts';

const keyOf = (name: string, asked: string): RecordKey => ({
  field: { name, asked: String, folded: (value) => value.toLowerCase() },
  asked,
  folded: asked.toLowerCase(),
});
const calls = async (keys: readonly RecordKey[], limits: { mostValues: number; mostBytes?: number }) => {
  const asked: string[] = [];
  await findByKeys(keys, {
    ...limits,
    ask: (field, values) => {
      asked.push(`${field.name}: ${values.join(' ')}`);
      return Promise.resolve({ kind: 'told', byValue: new Map() });
    },
  });
  return asked;
};

test('each field takes calls of its own, each value is asked for once, and none is left out of a full call', async () => {
  const keys = [keyOf('a', '1'), keyOf('b', '1'), keyOf('a', '2'), keyOf('a', 'X'), keyOf('a', 'x')];
  expect(await calls(keys, { mostValues: 2 })).toEqual(['a: 1 2', 'a: X', 'b: 1']);
});

test('a value that is refused for good hides no other', async () => {
  const refusal: Failed = {
    kind: 'failed',
    faults: [{ kind: 'invalid', sent: 'rejected', retryable: false, message: 'no such value' }],
  };
  const keys = ['1', '2', 'bad', '4'].map((value) => keyOf('a', value));
  const looked = await findByKeys(keys, {
    mostValues: 100,
    ask: (_field, asked) => {
      if (asked.includes('bad')) return Promise.resolve(refusal);
      const byValue = new Map(asked.map((value) => [value, { kind: 'absent' } as const]));
      return Promise.resolve({ kind: 'told', byValue });
    },
  });
  const kinds = looked.kind === 'looked-up' ? looked.sightings.map(({ kind }) => kind) : looked;
  expect(kinds).toEqual(['absent', 'absent', 'unsearchable', 'absent']);
});

test('values that stand in a path are divided by the room that they take there', async () => {
  const keys = ['ü', 'y', 'z', 'x'.repeat(40)].map((value) => keyOf('a', value));
  expect(await calls(keys, { mostValues: 9, mostBytes: 20 })).toEqual([
    'a: ü y',
    'a: z',
    `a: ${'x'.repeat(40)}`,
  ]);
});
