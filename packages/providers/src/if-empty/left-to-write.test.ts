import { expect, test } from '@jest/globals';
import type { JsonObject, JsonValue, PlannedRecord } from '@writ/write-core';
import type { CurrentRecord } from '../adapter.ts';
import { unsent } from '../verdict.ts';
import { leftToWrite as leftToWriteOf } from './left-to-write.ts';

const leftToWrite = (records: readonly PlannedRecord[], current: ReadonlyMap<string, CurrentRecord>) =>
  leftToWriteOf(records, { seen: [...current], refused: new Map() }, (id) => id.toLowerCase());

const holding = (fields: JsonObject) => new Map([['1', { fields, shown: { id: '1', fields } }]]);
const update = (fields: JsonObject, ifEmpty: string[] = Object.keys(fields)) => [
  { id: '1', fields, ifEmpty },
];

test.each([[undefined], [null], ['']])('%j at the provider is empty', (value) => {
  const current = holding(value === undefined ? {} : { a: value });
  expect(leftToWrite(update({ a: 'x' }), current)).toEqual({
    steps: [{ kind: 'send', record: { id: '1', fields: { a: 'x' } } }],
    kept: [],
  });
});

test.each([[0], [false], [' '], [{}]])('%j at the provider is a value', (value) => {
  const current = holding({ a: value });
  expect(leftToWrite(update({ a: 'x' }), current)).toEqual({
    steps: [
      {
        kind: 'ended',
        outcome: { kind: 'written', recordId: '1', data: { id: '1', fields: { a: value } }, asItWas: true },
      },
    ],
    kept: [{ kind: 'kept', field: 'a', record: 0 }],
  });
});

test('a provider that answers with its own capitals is understood', () => {
  const { steps } = leftToWrite(update({ mailingcity: 'x' }), holding({ MailingCity: 'Ulm' }));
  expect(steps).toMatchObject([{ kind: 'ended' }]);
});

test.each([{ a: null }, { a: '' }, { a: [] }, { a: [''] }, { a: [null] }])(
  'a field that an earlier update of the same record empties, as by %j, can be written',
  ({ a }) => {
    const records = [{ id: '1', fields: { a } }, ...update({ a: 'x' })];
    expect(leftToWrite(records, holding({ a: 'old' })).steps).toMatchObject([
      { kind: 'send', record: { fields: { a } } },
      { kind: 'send', record: { fields: { a: 'x' } }, after: [0] },
    ]);
  },
);

test('an update comes after an earlier one of the record only where that decides what it writes', () => {
  const records = [{ id: '1', fields: { a: 'new', b: 'x', c: null } }, ...update({ a: 'y', b: 'y', d: 'y' })];
  const { steps } = leftToWrite(records, holding({ a: 'old', b: null }));
  expect(steps.map(({ after }) => after)).toEqual([undefined, [0]]);
  const { steps: apart } = leftToWrite(records, holding({ a: 'old', b: 'old' }));
  expect(apart.map(({ after }) => after)).toEqual([undefined, undefined]);
});

test('an earlier update fills a field, by whichever form of its id it named the record', () => {
  const shown = { fields: { a: null }, shown: {} };
  const current = new Map([
    ['A', shown],
    ['a', shown],
  ]);
  const records = [
    { id: 'A', fields: { a: 'x' }, ifEmpty: ['a'] },
    { id: 'a', fields: { a: 'y' }, ifEmpty: ['a'] },
  ];
  expect(leftToWrite(records, current).steps).toMatchObject([
    { kind: 'send', record: { id: 'A', fields: { a: 'x' } } },
    { kind: 'ended', outcome: { kind: 'written', recordId: 'a', asItWas: true }, after: [0] },
  ]);
});

test('a record of which nothing is left is told as it was read, but not behind an update that changes it', () => {
  const seen = holding({ a: 'old', b: null });
  const records = [...update({ a: 'x' }), { id: '1', fields: { b: 'y' } }, ...update({ a: 'z' })];
  const asItWas = { kind: 'written', recordId: '1', asItWas: true };
  expect(leftToWrite(records, seen).steps).toEqual([
    { kind: 'ended', outcome: { ...asItWas, data: { id: '1', fields: { a: 'old', b: null } } } },
    { kind: 'send', record: records[1] },
    { kind: 'ended', outcome: asItWas },
  ]);
});

test('a record that is read twice holds what either read told; an update whose fields are refused changes nothing', () => {
  const failed = unsent({ kind: 'invalid', retryable: false, message: 'no such field' });
  const [bad, ...others] = [
    ...update({ a: 'x', bad: 'x' }),
    ...update({ a: 'y', c: 'y' }),
    ...update({ b: 'z' }),
  ];
  if (bad === undefined) throw new Error('there is no update');
  const seen = [...holding({ a: null, c: 'old' }), ...holding({ b: 'old' })];
  const refused = new Map([[bad, failed]]);
  expect(leftToWriteOf([bad, ...others], { seen, refused }, (id) => id).steps).toMatchObject([
    { kind: 'ended', outcome: failed },
    { kind: 'send', record: { fields: { a: 'y' } } },
    { kind: 'ended', outcome: { kind: 'written' } },
  ]);
});

test('no update overtakes an earlier one of its record that is left to a later attempt', () => {
  const later = unsent({ kind: 'invalid', retryable: true, message: 'not found out' });
  const first = { id: '1', fields: { a: null, odd: 'x' }, ifEmpty: ['odd'] };
  const others = [...update({ a: 'y' }), { id: '1', fields: { b: 'z' } }, { id: '2', fields: { b: 'z' } }];
  const current = { seen: [...holding({ a: 'old' })], refused: new Map([[first, later]]) };
  const held = {
    kind: 'ended',
    outcome: { kind: 'failed', faults: [{ retryable: true, code: 'HELD_BACK' }] },
  };
  const { steps, kept } = leftToWriteOf([first, ...others], current, (id) => id);
  expect(steps).toMatchObject([{ kind: 'ended', outcome: later }, held, held, { kind: 'send' }]);
  expect(kept).toEqual([]);
});

test('what is kept has its name in the request, and that of the provider where the plan is of an older release', () => {
  const planned = { id: '1', fields: { a: 'x', b: 'y', c: 'z' }, ifEmpty: ['a', 'b', 'c'] };
  const keptOf = (record: PlannedRecord) =>
    leftToWrite([record], holding({ a: 'old', b: null, c: 'old' })).kept.map(({ field }) => field);
  expect(keptOf({ ...planned, ifEmptyNames: ['c', 'b', 'phone'] })).toEqual(['c', 'phone']);
  expect(keptOf(planned)).toEqual(['a', 'c']);
});

test('what else the record has is left alone', () => {
  const { steps, kept } = leftToWrite(
    update({ a: 'x', b: 'y', c: 'z' }, ['a', 'b']),
    holding({ a: 'old', b: null }),
  );
  expect(steps).toEqual([{ kind: 'send', record: { id: '1', fields: { b: 'y', c: 'z' } } }]);
  expect(kept).toEqual([{ kind: 'kept', field: 'a', record: 0 }]);
});

test.each<[JsonValue, JsonValue]>([
  ['Ulm', 'Ulm'],
  [true, 'true'],
  [5, '5'],
  [['a', 'b'], 'a;b'],
  ['2026-03-01T10:00:00.000Z', '2026-03-01T10:00:00.000+0000'],
])(
  '%j that the record has already, perhaps by an attempt whose answer was lost, is not told of',
  (a, held) => {
    const { steps, kept } = leftToWrite(update({ a }), holding({ a: held }));
    expect(steps).toMatchObject([{ kind: 'ended', outcome: { kind: 'written', asItWas: true } }]);
    expect(kept).toEqual([]);
  },
);
