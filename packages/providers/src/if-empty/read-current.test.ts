import { expect, test } from '@jest/globals';
import type { Failed, PlannedRecord, ProviderFault } from '@writ/write-core';
import type { BatchCall, ProviderAdapter, ReadRecords } from '../adapter.ts';
import { readCurrent } from './read-current.ts';

const call = {} as BatchCall;
const failed = (fault: Partial<ProviderFault>): Failed => ({
  kind: 'failed',
  faults: [{ kind: 'invalid', sent: 'rejected', retryable: false, message: 'no such field', ...fault }],
});
const refusal = failed({});
const unread = failed({ sent: 'notSent' });
const undecided = 'no such field (Said of a batch; whether it is about this record was not found out.)';

/** Reads each field as its own name; fails as the first rule whose fields it is asked for says. */
function provider(rules: readonly (readonly [fields: string, failure: Failed])[]) {
  const asked: string[] = [];
  const read = (_call: unknown, ids: readonly string[], fields: readonly string[]) => {
    asked.push(`${ids.join('+')}: ${fields.toSorted().join('+')}`);
    const rule = rules.find(([own]) => own.split('+').every((field) => fields.includes(field)));
    const shown = Object.fromEntries(fields.map((field) => [field, field]));
    const records = ids.map(() => ({ fields: shown, shown }));
    return Promise.resolve<ReadRecords | Failed>(rule ? rule[1] : { kind: 'read', records });
  };
  return { asked, adapter: { declaration: {}, read } as unknown as ProviderAdapter };
}
const update = (id: string, ...ifEmpty: string[]): PlannedRecord => ({ id, fields: {}, ifEmpty });
const records = [update('1', 'a'), update('2', 'b'), update('1', 'c'), { id: '3', fields: {} }];

test('all records are read in one call, and those that look at nothing are not', async () => {
  const { adapter, asked } = provider([]);
  const current = await readCurrent(adapter, call, records);
  expect(current).toMatchObject({
    seen: [
      ['1', {}],
      ['2', {}],
    ],
    refused: new Map(),
  });
  expect(asked).toEqual(['1+2: a+b+c']);
});

test('where a field is refused, only the updates that look at it are; the others are read without it', async () => {
  const { adapter, asked } = provider([['b', refusal]]);
  const current = await readCurrent(adapter, call, records);
  expect(current).toMatchObject({
    seen: [
      ['1', { fields: { c: 'c' } }],
      ['1', { fields: { a: 'a' } }],
    ],
    refused: new Map([[records[1], unread]]),
  });
  expect(asked).toEqual(['1+2: a+b+c', '1+2: a+b', '1: c', '1: a', '2: b']);
});

test('updates that look at the same fields are refused together, by one call', async () => {
  const { adapter, asked } = provider([['a', refusal]]);
  const same = [update('1', 'a', 'b'), update('2', 'b', 'a')];
  expect(await readCurrent(adapter, call, same)).toEqual({
    seen: [],
    refused: new Map(same.map((record) => [record, unread])),
  });
  expect(asked).toHaveLength(1);
});

test.each([
  ['at once', [['a+b', failed({ kind: 'unavailable', retryable: true, sent: 'unknown' })]]],
  [
    'on the way',
    [
      ['a+b+c', refusal],
      ['c', failed({ kind: 'unavailable', retryable: true, sent: 'unknown' })],
    ],
  ],
] as const)('a read that fails in passing %s fails for all, with nothing sent', async (_, rules) => {
  const { adapter } = provider(rules);
  expect(await readCurrent(adapter, call, records)).toEqual(
    failed({ kind: 'unavailable', retryable: true, sent: 'notSent' }),
  );
});

test('without time to find out whose field is refused, what was found out holds, and the rest is left to a later attempt', async () => {
  const { adapter, asked } = provider([
    ['b', refusal],
    ['d', refusal],
  ]);
  const four = [update('1', 'a'), update('2', 'b'), update('3', 'c'), update('4', 'd')];
  const mayCallAgain = () => asked.length < 5;
  const current = await readCurrent(adapter, { ...call, mayCallAgain }, four);
  expect(asked).toEqual(['1+2+3+4: a+b+c+d', '1+2: a+b', '3+4: c+d', '1: a', '2: b']);
  const later = failed({ retryable: true, sent: 'notSent', message: undecided, tooMuchAtOnce: true });
  const refused = new Map([
    [four[1], unread],
    [four[2], later],
    [four[3], later],
  ]);
  expect(current).toEqual({ seen: [['1', { fields: { a: 'a' }, shown: { a: 'a' } }]], refused });
});

test('a read that finds no object says of no record that it is not there', async () => {
  const { adapter } = provider([['a', failed({ kind: 'not-found', ofCall: true })]]);
  expect(await readCurrent(adapter, call, [update('1', 'a')])).toEqual(
    failed({ kind: 'invalid', ofCall: true, sent: 'notSent' }),
  );
});

test.each([
  ['an id', failed({ kind: 'invalid', code: 'MALFORMED_ID' })],
  ['a right', failed({ kind: 'forbidden', ofCall: true })],
])(
  'updates of different writes are narrowed down one by one if the read is refused for %s',
  async (_, no) => {
    const { adapter, asked } = provider([['a', no]]);
    const some = ['1', '2', '3'].map((id) => update(id, 'a'));
    const current = await readCurrent(adapter, { ...call, isShared: true }, some);
    expect(asked).toEqual(['1+2+3: a']);
    const { refused } = current as { refused: ReadonlyMap<PlannedRecord, Failed> };
    for (const record of some)
      expect(refused.get(record)).toMatchObject({
        faults: [{ tooMuchAtOnce: true, retryable: true, sent: 'notSent' }],
      });
    // Alone it is the update's own.
    const alone = await readCurrent(adapter, { ...call, isShared: true }, [update('1', 'a')]);
    const own = 'refused' in alone ? [...alone.refused.values()][0] : alone;
    expect(own).toMatchObject({ faults: [{ retryable: false, sent: 'notSent' }] });
  },
);

test('a shared read that fails in passing fails for all', async () => {
  const { adapter } = provider([['a', failed({ kind: 'unavailable', retryable: true, sent: 'unknown' })]]);
  const some = ['1', '2'].map((id) => update(id, 'a'));
  expect(await readCurrent(adapter, { ...call, isShared: true }, some)).toEqual(
    failed({ kind: 'unavailable', retryable: true, sent: 'notSent' }),
  );
});
