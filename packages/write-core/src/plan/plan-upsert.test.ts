import { expect, test } from '@jest/globals';
import { fieldFates, looksFirst, planWrite, type JsonObject, type WriteSettings } from '../index.ts';

const none: WriteSettings = { inheritMapping: false, readMappings: {}, fields: {}, removeUnmapped: false };
const when = { mode: 'synchronous' } as const;
const ada = { email: 'ada@example.com', firstname: 'Ada' };

const plan = (
  settings: Partial<WriteSettings>,
  {
    fields = ada,
    key = 'email',
    mustExist = false,
  }: { fields?: JsonObject; key?: string; mustExist?: boolean } = {},
) => {
  const command = {
    kind: 'single',
    type: 'upsert',
    key,
    mustExist,
    record: { fields },
    when,
    headers: [],
  } as const;
  const planned = planWrite(command, { ...none, ...settings });
  return {
    ...planned,
    fates: fieldFates(command, { ...none, ...settings }),
    record: planned.plan.records[0]!,
  };
};

test('without settings an upsert needs no look', () => {
  const { record, issues, notes } = plan({});
  expect(record).toEqual({ fields: ada, upsert: { field: 'email', value: 'ada@example.com' } });
  expect(looksFirst(record)).toBe(false);
  expect([issues, notes]).toEqual([[], []]);
});

test('settings that differ by outcome give both records, and say which is which', () => {
  const { record, notes, fates } = plan({
    fields: {
      firstname: { writeOnUpdate: 'never' },
      stage: { writeOnUpdate: 'never', default: { value: 'lead', onUpdate: true } },
    },
  });
  expect(record).toEqual({
    fields: { email: 'ada@example.com' },
    upsert: { field: 'email', value: 'ada@example.com', fieldsOfNew: { ...ada, stage: 'lead' } },
  });
  expect(looksFirst(record)).toBe(true);
  expect(notes).toEqual([
    { kind: 'defaulted', field: 'stage', ifOnly: 'new', records: [0] },
    { kind: 'dropped', field: 'firstname', ifOnly: 'existing', records: [0] },
  ]);
  expect(fates.map(({ name, fate, ifOnly }) => [name, fate, ifOnly])).toEqual([
    ['email', 'written', undefined],
    ['firstname', 'written', 'new'],
    ['stage', 'defaulted', 'new'],
    ['firstname', 'dropped', 'existing'],
  ]);
});

test('a field that is only written if empty is looked up, and written to a new record', () => {
  const { record } = plan({ fields: { firstname: { writeOnUpdate: 'ifEmpty' } } });
  expect(record).toMatchObject({ fields: ada, ifEmpty: ['firstname'] });
  expect(record.upsert).not.toHaveProperty('fieldsOfNew');
  expect(looksFirst(record)).toBe(true);
});

test('the key is mapped like any other field; the value stays the key although updates never write it', () => {
  const settings = {
    inheritMapping: true,
    readMappings: { mail: 'Email__c' },
    fields: { mail: { writeOnUpdate: 'never' as const } },
  };
  const { record, issues } = plan(settings, { key: 'mail', fields: { mail: 'a@b.c', x: 1 } });
  expect(issues).toEqual([]);
  expect(record).toEqual({
    fields: { x: 1 },
    upsert: { field: 'Email__c', value: 'a@b.c', fieldsOfNew: { Email__c: 'a@b.c', x: 1 } },
  });
});

test.each([
  [
    'a key that is not mapped',
    { inheritMapping: true, readMappings: { x: 'y' }, removeUnmapped: true },
    'email',
  ],
  [
    'a key that is never written to a new record',
    { fields: { email: { writeOnCreate: 'never' as const } } },
    'email',
  ],
  ['the id as key', {}, 'id'],
])('%s is refused once, at the key', (_, settings, key) => {
  const { issues } = plan(settings, { key, fields: { ...ada, [key]: '7' } });
  expect(issues.filter(({ name }) => name === '/key')).toMatchObject([{ ofRequest: true, value: key }]);
});

test('where the record must exist, only the rules of updates count', () => {
  const { record, issues } = plan({ fields: { email: { writeOnCreate: 'never' } } }, { mustExist: true });
  expect(issues).toEqual([]);
  expect(record.upsert).toEqual({ field: 'email', value: 'ada@example.com', mustExist: true });
});
