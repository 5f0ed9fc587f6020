import { expect, test } from '@jest/globals';
import type { Failed } from '@writ/write-core';
import { findByKeys, type RecordKey, type Search } from './find-by-keys.ts';

const keyOf = (name: string, asked: string): RecordKey => ({
  field: { name, asked: String, folded: (value) => value.toLowerCase(), isUpserted: true },
  asked,
  folded: asked.toLowerCase(),
});
const calls = async (keys: readonly RecordKey[], limits: { mostValues: number; mostBytes?: number }) => {
  const asked: string[] = [];
  const ask: Search['ask'] = (field, values) => {
    asked.push(`${field.name}: ${values.join(' ')}`);
    return Promise.resolve({ kind: 'told', byValue: new Map() });
  };
  await findByKeys(keys, { ...limits, ask }, {});
  return asked;
};

test('each field takes calls of its own, each value is asked for once, and none is left out of a full call', async () => {
  const keys = [keyOf('a', '1'), keyOf('b', '1'), keyOf('a', '2'), keyOf('a', 'X'), keyOf('a', 'x')];
  expect(await calls(keys, { mostValues: 2 })).toEqual(['a: 1 2', 'a: X', 'b: 1']);
});

/** Refuses each call for the value `bad`; gives what was seen of the values, and how many calls that took. */
async function seen(values: readonly string[], mostCalls = Infinity) {
  const refusal: Failed = {
    kind: 'failed',
    faults: [{ kind: 'invalid', sent: 'rejected', retryable: false, message: 'no such value' }],
  };
  let asks = 0;
  const ask: Search['ask'] = (_field, asked) => {
    asks += 1;
    if (asked.includes('bad')) return Promise.resolve(refusal);
    const byValue = new Map(asked.map((value) => [value, { kind: 'absent' } as const]));
    return Promise.resolve({ kind: 'told', byValue });
  };
  const keys = values.map((value) => keyOf('a', value));
  const looked = await findByKeys(keys, { mostValues: 100, ask }, { mayCallAgain: () => asks < mostCalls });
  return { sightings: looked.kind === 'looked-up' ? looked.sightings : [looked], asks };
}
const kindsOf = ({ sightings }: Awaited<ReturnType<typeof seen>>) => sightings.map(({ kind }) => kind);

test('a value that is refused for good hides no other', async () => {
  expect(kindsOf(await seen(['1', '2', 'bad', '4']))).toEqual(['absent', 'absent', 'unsearchable', 'absent']);
});

test.each([
  ['one call', 1, ['failed', 'failed', 'failed', 'failed'], 1],
  ['two calls', 2, ['absent', 'absent', 'failed', 'failed'], 2],
  ['all that it takes', 5, ['absent', 'absent', 'unsearchable', 'absent'], 5],
])(
  'with %s, what is not found out is left to a later look, and no record of it passes for missing',
  async (_, most, kinds, asks) => {
    const found = await seen(['1', '2', 'bad', '4'], most);
    expect(kindsOf(found)).toEqual(kinds);
    expect(found.asks).toBe(asks);
    for (const sighting of found.sightings.filter(({ kind }) => kind === 'failed'))
      expect(sighting).toMatchObject({ faults: [{ retryable: true, tooMuchAtOnce: true }] });
  },
);

test('values that stand in a path are divided by the room that they take there', async () => {
  const keys = ['ü', 'y', 'z', 'x'.repeat(40)].map((value) => keyOf('a', value));
  expect(await calls(keys, { mostValues: 9, mostBytes: 20 })).toEqual([
    'a: ü y',
    'a: z',
    `a: ${'x'.repeat(40)}`,
  ]);
});
