import { describe, expect, test } from '@jest/globals';
import { fieldFates, planWrite, toWriteSettings, whyUnused, type WriteSettings } from './index.ts';
import type { JsonObject, WriteCommand } from './index.ts';
import type { SettingsSource } from './plan/write-settings.ts';

const none: WriteSettings = { inheritMapping: false, readMappings: {}, fields: {}, removeUnmapped: false };
const settingsWith = (changes: Partial<WriteSettings>): WriteSettings => ({ ...none, ...changes });
const when = { mode: 'synchronous' } as const;

const create = (fields: JsonObject): WriteCommand => ({
  kind: 'single',
  type: 'create',
  record: { fields },
  when,
  headers: [],
});
const update = (fields: JsonObject): WriteCommand => ({
  kind: 'single',
  type: 'update',
  record: { id: '7', fields },
  when,
  headers: [],
});
const batch = (type: 'create' | 'update', ...records: JsonObject[]): WriteCommand => ({
  kind: 'batch',
  type,
  records: records.map((fields, index) => ({ ...(type === 'update' && { id: `${index + 1}` }), fields })),
  allOrNone: true,
  when,
  headers: [],
});

const sent = (command: WriteCommand, settings: Partial<WriteSettings>): JsonObject[] =>
  planWrite(command, settingsWith(settings)).plan.records.map(({ fields }) => fields);
const notes = (command: WriteCommand, settings: Partial<WriteSettings>) =>
  planWrite(command, settingsWith(settings)).notes;

const mapped = { inheritMapping: true, readMappings: { phone: 'Phone__c', city: 'MailingCity' } };

test('without settings a write is planned as it was given', () => {
  const association = { to: { id: '5' }, types: [] };
  const command: WriteCommand = {
    kind: 'single',
    type: 'create',
    record: { fields: { a: 1, b: null }, associations: [association] },
    when,
    headers: [],
  };
  expect(planWrite(command, none)).toEqual({
    plan: {
      type: 'create',
      form: 'single',
      allOrNone: false,
      records: [{ fields: { a: 1, b: null }, associations: [association] }],
    },
    notes: [],
    issues: [],
  });
  expect(planWrite(batch('update', { a: 1 }, {}), none).plan).toEqual({
    type: 'update',
    form: 'batch',
    allOrNone: true,
    records: [
      { id: '1', fields: { a: 1 } },
      { id: '2', fields: {} },
    ],
  });
});

test('a delete has an id and nothing else, whatever the settings', () => {
  const settings = settingsWith({ fields: { a: { default: { value: 1, onUpdate: true } } } });
  expect(planWrite({ kind: 'delete', id: '7', headers: [] }, settings)).toEqual({
    plan: { type: 'delete', form: 'single', allOrNone: false, records: [{ id: '7', fields: {} }] },
    notes: [],
    issues: [],
  });
});

describe('mapping (rule 1)', () => {
  test('a key that is a mapped name is written to the field that it maps to', () => {
    const fields = { phone: '1', city: 'Ulm', LastName: 'A' };
    const expected = { Phone__c: '1', MailingCity: 'Ulm', LastName: 'A' };
    expect(sent(create(fields), mapped)).toEqual([expected]);
    expect(sent(update(fields), mapped)).toEqual([expected]);
    expect(sent(batch('create', fields, { city: 'B' }), mapped)).toEqual([expected, { MailingCity: 'B' }]);
  });

  test('without `inheritMapping` keys stay as they are', () => {
    expect(sent(create({ phone: '1' }), { readMappings: mapped.readMappings })).toEqual([{ phone: '1' }]);
  });

  test('mappings that cross each other send each key once to its own field', () => {
    const crossed = { inheritMapping: true, readMappings: { a: 'b', b: 'a' } };
    expect(sent(create({ a: 1, b: 2 }), crossed)).toEqual([{ b: 1, a: 2 }]);
  });

  test('two keys that end at one provider field are an issue with its place, in every record', () => {
    const { issues } = planWrite(create({ phone: '1', Phone__c: '2' }), settingsWith(mapped));
    expect(issues).toEqual([
      {
        name: '/record/phone',
        field: 'phone',
        detail: "`Phone__c` and `phone` are both written to the provider's field `Phone__c`.",
        value: '1',
      },
    ]);
    const slashed = { inheritMapping: true, readMappings: { 'z/~': 'b' } };
    const command = batch('update', { a: 1 }, { b: 1, 'z/~': 2 }, { b: 3, 'z/~': 4 });
    expect(planWrite(command, settingsWith(slashed)).issues).toEqual([
      expect.objectContaining({ name: '/batch/1/record/z~1~0', value: 2 }),
      expect.objectContaining({ name: '/batch/2/record/z~1~0', value: 4 }),
    ]);
  });

  test('a key that is mapped to the id of the record is an issue, of an update and of a create', () => {
    const settings = settingsWith({ inheritMapping: true, readMappings: { crmId: 'id' } });
    expect(planWrite(update({ crmId: '8' }), settings).issues).toEqual([
      expect.objectContaining({ name: '/record/crmId' }),
    ]);
    expect(planWrite(batch('create', { a: 1 }, { crmId: '8' }), settings).issues).toEqual([
      {
        name: '/batch/1/record/crmId',
        field: 'crmId',
        ofRequest: true,
        detail:
          'A record to create has no id yet, and `crmId` is written to it; leave it out, or use type `update`.',
        value: '8',
      },
    ]);
  });

  test('a key that is dropped ends nowhere, so it is in nobody’s way', () => {
    const settings = settingsWith({ ...mapped, fields: { phone: { writeOnCreate: 'never' }, Phone__c: {} } });
    expect(planWrite(create({ phone: '1', Phone__c: '2' }), settings)).toMatchObject({
      plan: { records: [{ fields: { Phone__c: '2' } }] },
      issues: [],
    });
  });
});

describe('settings by the builder-side name (rule 2)', () => {
  test('the setting of a mapped field is found by its unmapped name', () => {
    const settings = { ...mapped, fields: { phone: { writeOnCreate: 'never' } } } as const;
    expect(sent(create({ phone: '1', city: 'Ulm' }), settings)).toEqual([{ MailingCity: 'Ulm' }]);
  });

  test('it counts for the provider field that the request names directly, too', () => {
    const settings = { ...mapped, fields: { phone: { writeOnCreate: 'never' } } } as const;
    expect(sent(create({ Phone__c: '1' }), settings)).toEqual([{}]);
  });

  test('a setting under the name of a provider field is not that of the name mapped to it', () => {
    const settings = { ...mapped, fields: { Phone__c: { writeOnCreate: 'never' } } } as const;
    expect(sent(create({ phone: '1' }), settings)).toEqual([{ Phone__c: '1' }]);
  });
});

describe('defaults (rule 3)', () => {
  const withDefault = {
    ...mapped,
    fields: {
      phone: { default: { value: '0', onUpdate: true } },
      size: { default: { value: 0, onUpdate: true } },
    },
  };

  test('a missing field gets its default, on create and update, in every record', () => {
    expect(sent(create({}), withDefault)).toEqual([{ Phone__c: '0', size: 0 }]);
    expect(sent(update({ size: 5 }), withDefault)).toEqual([{ Phone__c: '0', size: 5 }]);
    expect(sent(batch('create', { size: 1 }, { phone: '2' }), withDefault)).toEqual([
      { Phone__c: '0', size: 1 },
      { Phone__c: '2', size: 0 },
    ]);
  });

  test.each([null, '', 0, false])('%p is a value: it is not missing', (value) => {
    expect(sent(create({ phone: value, size: value }), withDefault)).toEqual([
      { Phone__c: value, size: value },
    ]);
    expect(notes(create({ phone: value, size: value }), withDefault)).toEqual([]);
  });

  test('a provider field that the request names directly is not missing', () => {
    expect(sent(create({ Phone__c: '9' }), withDefault)).toEqual([{ Phone__c: '9', size: 0 }]);
  });

  test('a default of a field that is never written is not used', () => {
    const fields = { a: { writeOnUpdate: 'never', default: { value: 'x', onUpdate: true } } } as const;
    expect(sent(create({}), { fields })).toEqual([{ a: 'x' }]);
    expect(sent(update({}), { fields })).toEqual([{}]);
  });

  test('a record has 500 fields at most, its defaults among them; no more are added', () => {
    const rule = { default: { value: 0, onUpdate: true } };
    const fields = (count: number) =>
      Object.fromEntries(Array.from({ length: count }, (_, n) => [`f${n}`, rule]));
    expect(planWrite(create({ a: 1 }), settingsWith({ fields: fields(499) })).issues).toEqual([]);
    const { plan, issues } = planWrite(
      batch('create', { a: 1 }, {}),
      settingsWith({ fields: fields(5_000) }),
    );
    expect(issues).toMatchObject([
      { name: '/batch/0/record', value: 501 },
      { name: '/batch/1/record', value: 501 },
    ]);
    expect(plan.records.map((record) => Object.keys(record.fields).length)).toEqual([501, 501]);
  });

  test('the id of a record has no default', () => {
    const fallback = { default: { value: '9', onUpdate: true } };
    expect(sent(update({}), { fields: { id: fallback } })).toEqual([{}]);
    const toId = { inheritMapping: true, readMappings: { crmId: 'id' }, fields: { crmId: fallback } };
    expect(sent(update({}), toId)).toEqual([{}]);
    expect(sent(create({}), toId)).toEqual([{}]);
  });

  test('of a default that no write uses it is told why, and of no other', () => {
    const settings = settingsWith({
      inheritMapping: true,
      readMappings: { crmId: 'Id', kind: 'attributes', phone: 'Phone' },
      fieldKeyOf: (name) => name.toLowerCase(),
      notFields: ['attributes'],
      fields: { Attributes: { writeOnCreate: 'never' }, owner: { writeOnCreate: 'never' } },
    });
    const names = ['ID', 'crmId', 'Attributes', 'kind', 'phone', 'owner'];
    const [id, field] = ['is the id of a record', 'is no field of a record'];
    expect(names.map(whyUnused(settings))).toEqual([id, id, field, field, undefined, undefined]);
    const removed = 'is not mapped, and fields that are not mapped are removed';
    expect(['other', 'phone'].map(whyUnused({ ...settings, removeUnmapped: true }))).toEqual([
      removed,
      undefined,
    ]);
  });
});

describe('never (rule 4)', () => {
  const fields = { a: { writeOnCreate: 'never' }, b: { writeOnUpdate: 'never' } } as const;

  test('a field is dropped where its setting says never, and only there', () => {
    expect(sent(create({ a: 1, b: 2 }), { fields })).toEqual([{ b: 2 }]);
    expect(sent(update({ a: 1, b: 2 }), { fields })).toEqual([{ a: 1 }]);
    expect(sent(batch('create', { a: 1 }, { b: 2 }), { fields })).toEqual([{}, { b: 2 }]);
    expect(sent(batch('update', { a: 1 }, { b: 2 }), { fields })).toEqual([{ a: 1 }, {}]);
  });

  test('an update of which nothing is left is planned as one that needs no call; a create is an issue', () => {
    const { plan, issues } = planWrite(update({ b: 2 }), settingsWith({ fields }));
    expect([plan.records, issues]).toEqual([[{ id: '7', fields: {}, ifEmpty: [] }], []]);
    const detail =
      'The settings of the installation drop every field of this record, so an empty one would be created.';
    expect(planWrite(create({ a: 1 }), settingsWith({ fields })).issues).toEqual([
      { name: '/record', detail, value: { a: 1 } },
    ]);
    const command = batch('create', { a: 1 }, { a: 1, b: 2 }, { a: 2 });
    expect(planWrite(command, settingsWith({ fields })).issues).toEqual([
      { name: '/batch/0/record', detail, value: { a: 1 } },
      { name: '/batch/2/record', detail, value: { a: 2 } },
    ]);
    expect(planWrite(create({ z: 1 }), settingsWith({ ...mapped, removeUnmapped: true })).issues).toEqual([
      { name: '/record', detail, value: { z: 1 } },
    ]);
  });

  test('a create that a default is left of is planned as it is; one that was given no field is an issue', () => {
    const withDefault = { ...fields, c: { default: { value: 0, onUpdate: true } } };
    expect(planWrite(create({ a: 1 }), settingsWith({ fields: withDefault }))).toMatchObject({
      plan: { records: [{ fields: { c: 0 } }] },
      issues: [],
    });
    const detail = 'The record has no fields, so an empty one would be created: give at least one.';
    for (const given of [{}, { attributes: {} }]) {
      for (const own of [{}, fields]) {
        const settings = settingsWith({ fields: own, notFields: ['attributes'] });
        expect(planWrite(create(given), settings).issues).toEqual([
          { name: '/record', detail, value: given },
        ]);
        expect(planWrite(batch('create', { b: 1 }, given), settings).issues).toEqual([
          { name: '/batch/1/record', detail, value: given },
        ]);
        expect(planWrite(update(given), settings).issues).toEqual([]);
      }
    }
    expect(planWrite(create({ a: null }), none).issues).toEqual([]);
  });
});

describe('ifEmpty (rule 5)', () => {
  const settings = {
    ...mapped,
    fields: { phone: { writeOnUpdate: 'ifEmpty' }, b: { writeOnUpdate: 'ifEmpty' } },
  };
  const plan = (command: WriteCommand) =>
    planWrite(command, settingsWith(settings as Partial<WriteSettings>)).plan.records;

  test('an update keeps the fields to look at by their names at the provider and in the request, each record its own', () => {
    expect(plan(batch('update', { phone: '1', b: 2 }, { b: 3 }, { c: 4 }))).toEqual([
      {
        id: '1',
        fields: { Phone__c: '1', b: 2 },
        ifEmpty: ['Phone__c', 'b'],
        ifEmptyNames: ['phone', 'b'],
      },
      { id: '2', fields: { b: 3 }, ifEmpty: ['b'] },
      { id: '3', fields: { c: 4 } },
    ]);
  });

  test('a create looks at nothing', () => {
    expect(plan(create({ phone: '1' }))).toEqual([{ fields: { Phone__c: '1' } }]);
  });

  test('a default counts as given, and is not said to be used before that is known', () => {
    const fields = { phone: { writeOnUpdate: 'ifEmpty', default: { value: 'x', onUpdate: true } } } as const;
    expect(planWrite(update({}), settingsWith({ ...mapped, fields }))).toMatchObject({
      plan: {
        records: [{ id: '7', fields: { Phone__c: 'x' }, ifEmpty: ['Phone__c'], ifEmptyNames: ['phone'] }],
      },
      notes: [{ kind: 'default-if-empty', field: 'phone', records: [0] }],
    });
    expect(notes(create({}), { ...mapped, fields })).toEqual([
      { kind: 'defaulted', field: 'phone', records: [0] },
    ]);
    expect(fieldFates(update({}), settingsWith({ ...mapped, fields }))).toMatchObject([
      { name: 'phone', field: 'Phone__c', fate: 'depends' },
    ]);
  });
});

describe('removal of unmapped fields (rule 6)', () => {
  const removing = { ...mapped, removeUnmapped: true };

  test('what is not mapped is removed and noted, given or default', () => {
    const fields = { extra: { default: { value: 1, onUpdate: true } } };
    const command = batch('create', { phone: '1', other: 2 }, { Phone__c: '3', city: 'Ulm' });
    expect(sent(command, { ...removing, fields })).toEqual([{ Phone__c: '1' }, { MailingCity: 'Ulm' }]);
    expect(notes(command, { ...removing, fields })).toEqual([
      { kind: 'unmapped', field: 'Phone__c', records: [1] },
      { kind: 'unmapped', field: 'other', records: [0] },
    ]);
  });

  test.each([
    ['the switch is off', { removeUnmapped: false }],
    ['the mapping is not inherited', { inheritMapping: false }],
  ])('nothing is removed when %s', (_, changes) => {
    expect(sent(update({ other: 2 }), { ...removing, ...changes })).toEqual([{ other: 2 }]);
  });

  test('where nothing is mapped, everything is removed', () => {
    const unmapped = { ...removing, readMappings: {} };
    expect(planWrite(update({ other: 2 }), settingsWith(unmapped))).toMatchObject({
      plan: { records: [{ id: '7', fields: {}, ifEmpty: [] }] },
      notes: [{ kind: 'unmapped', field: 'other' }],
    });
    expect(sent(create({ phone: '1' }), unmapped)).toEqual([{}]);
  });
});

describe('names that the provider takes in any capitals', () => {
  const anyCase = { fieldKeyOf: (name: string) => name.toLowerCase() };

  test('a rule holds for the field in whatever capitals it is named, and the field is sent as it is named', () => {
    const fields = { Phone: { writeOnUpdate: 'ifEmpty' }, Fax: { writeOnUpdate: 'never' } } as const;
    const { plan, notes: told } = planWrite(
      update({ phone: '1', FAX: '2' }),
      settingsWith({ ...anyCase, fields }),
    );
    expect(plan.records).toEqual([{ id: '7', fields: { phone: '1' }, ifEmpty: ['phone'] }]);
    expect(told).toEqual([{ kind: 'dropped', field: 'FAX', records: [0] }]);
    expect(sent(update({ phone: '1', FAX: '2' }), { fields })).toEqual([{ phone: '1', FAX: '2' }]);
  });

  test('a mapping holds for its name in any capitals, and what it maps to is sent as it has it', () => {
    const removing = { ...anyCase, ...mapped, removeUnmapped: true };
    expect(sent(create({ Phone: '1', CITY: 'Ulm' }), removing)).toEqual([
      { Phone__c: '1', MailingCity: 'Ulm' },
    ]);
    const fields = { phone: { writeOnCreate: 'never' } } as const;
    expect(sent(create({ PHONE__C: '1' }), { ...anyCase, ...mapped, fields })).toEqual([{}]);
  });

  test('a field that is given in other capitals is not missing', () => {
    const fields = { LeadSource: { default: { value: 'API', onUpdate: true } } };
    expect(sent(create({ leadsource: 'Web' }), { ...anyCase, fields })).toEqual([{ leadsource: 'Web' }]);
    const idDefault = { Id: { default: { value: '9', onUpdate: true } } };
    expect(sent(update({}), { ...anyCase, fields: idDefault })).toEqual([{}]);
  });

  test.each([
    ['without settings', {}],
    ['with settings', { fields: { a: {} } }],
  ])('two names of one field are an issue, as is one of the id, %s', (_, settings) => {
    expect(
      planWrite(create({ email: 'a', Email: 'b' }), settingsWith({ ...anyCase, ...settings })),
    ).toMatchObject({
      issues: [
        {
          name: '/record/email',
          detail: "`Email` and `email` are both written to the provider's field `email`.",
          value: 'a',
        },
      ],
    });
    expect(planWrite(update({ Id: '8' }), settingsWith({ ...anyCase, ...settings })).issues).toEqual([
      expect.objectContaining({ name: '/record/Id', value: '8' }),
    ]);
    expect(planWrite(create({ Id: '8' }), settingsWith({ ...anyCase, ...settings })).issues).toEqual([
      expect.objectContaining({ name: '/record/Id', value: '8' }),
    ]);
    expect(planWrite(update({ email: 'a', Email: 'b', Id: '8' }), settingsWith(settings)).issues).toEqual([]);
  });
});

test('what is no field of a record at the provider is dropped and noted, also where it would be mapped (rule 7)', () => {
  const settings = settingsWith({ fieldKeyOf: (name) => name.toLowerCase(), notFields: ['attributes'] });
  const command = batch('update', { a: 1 }, { Attributes: { type: 'Contact' }, a: 2 });
  const { plan, notes: told } = planWrite(command, settings);
  expect(plan.records.map(({ fields }) => fields)).toEqual([{ a: 1 }, { a: 2 }]);
  expect(told).toEqual([{ kind: 'no-field', field: 'Attributes', records: [1] }]);
  const readMappings = { kind: 'attributes' };
  expect(fieldFates(create({ kind: 1 }), { ...settings, inheritMapping: true, readMappings })).toEqual([
    { name: 'kind', fate: 'dropped', why: 'It is not a field of the record at the provider.' },
  ]);
});

test('dropped and defaulted fields are noted by name, with the records that they concern (rule 7)', () => {
  const fields = {
    a: { writeOnUpdate: 'never' },
    b: { default: { value: 1, onUpdate: true } },
  } as const;
  expect(notes(batch('update', { a: 1 }, { a: 2, b: 2 }, {}), { fields })).toEqual([
    { kind: 'defaulted', field: 'b', records: [0, 2] },
    { kind: 'dropped', field: 'a', records: [0, 1] },
  ]);
});

test('each field has a fate and its reasons, in the order of the request; defaults follow', () => {
  const settings = settingsWith({
    ...mapped,
    fields: {
      city: { writeOnUpdate: 'ifEmpty' },
      stage: { default: { value: 'lead', onUpdate: true } },
      owner: { writeOnUpdate: 'never', default: { value: 'x', onUpdate: true } },
    },
  });
  const fates = fieldFates(update({ name: 'A', phone: '1', city: 'Ulm', owner: 'B' }), settings);
  expect(fates).toEqual([
    { name: 'name', field: 'name', fate: 'written', why: 'No setting changes it.' },
    { name: 'phone', field: 'Phone__c', fate: 'mapped', why: 'The installation maps it to `Phone__c`.' },
    {
      name: 'city',
      field: 'MailingCity',
      fate: 'depends',
      why: 'The installation maps it to `MailingCity`. It is written only if the record at the provider has no value yet (`ifEmpty`).',
    },
    { name: 'owner', fate: 'dropped', why: 'The `writeOnUpdate` of the field is `never`.' },
    {
      name: 'stage',
      field: 'stage',
      fate: 'defaulted',
      why: 'The request lacks it, so its default is used.',
    },
  ]);
  const unmapped = settingsWith({ ...mapped, removeUnmapped: true });
  expect(fieldFates(create({ other: 1 }), unmapped)).toEqual([
    { name: 'other', fate: 'dropped', why: 'Fields that the installation does not map are removed.' },
  ]);
  expect(fieldFates({ kind: 'delete', id: '7', headers: [] }, settings)).toEqual([]);
});

describe('the stored config as settings (rules 1, 3 and 9)', () => {
  const source = (
    objectConfig: SettingsSource['objectConfig'],
    { inheritMapping, ...names }: { inheritMapping?: boolean } & Pick<WriteSettings, 'fieldKeyOf'> = {},
  ) =>
    toWriteSettings(
      {
        objectConfig,
        readMappings: {},
        manifestObject: inheritMapping === undefined ? {} : { inheritMapping },
        removeUnmappedFields: false,
      },
      names,
    );

  test.each([
    [undefined, undefined, false],
    [undefined, true, true],
    [false, true, false],
    [true, false, true],
  ])('inheritMapping %p of the installation and %p of the manifest come to %p', (own, manifest, expected) => {
    const config = own === undefined ? undefined : { inheritMapping: own };
    const inherited = manifest === undefined ? {} : { inheritMapping: manifest };
    expect(source(config, inherited).inheritMapping).toBe(expected);
  });

  test.each([
    [{ stringValue: '' }, ''],
    [{ integerValue: 0 }, 0],
    [{ booleanValue: false }, false],
  ])('the default %j is read', (stored, value) => {
    const { fields } = source({
      selectedFieldSettings: { a: { writeOnUpdate: 'ifEmpty', default: stored } },
    });
    expect(fields).toEqual({ a: { writeOnUpdate: 'ifEmpty', default: { value, onUpdate: true } } });
  });

  test('the older defaults are read, and one of the newer form goes before', () => {
    const { fields } = source({
      selectedValueDefaults: {
        a: { value: 'x' },
        b: { value: 2, applyOnUpdate: 'never' },
        c: { value: 'old', applyOnUpdate: 'never' },
        d: { value: true },
        e: { value: { nothing: 'known' } },
      },
      selectedFieldSettings: { c: { default: { stringValue: 'new' } }, d: { writeOnUpdate: 'never' } },
    });
    expect(fields).toEqual({
      a: { default: { value: 'x', onUpdate: true } },
      b: { default: { value: 2, onUpdate: false } },
      c: { default: { value: 'new', onUpdate: true } },
      d: { writeOnUpdate: 'never', default: { value: true, onUpdate: true } },
    });
  });

  test('the older and the newer form of a field may differ in capitals where the provider does not', () => {
    const config = {
      selectedValueDefaults: { LEADSOURCE: { value: 'old' }, STAGE: { value: 'old' } },
      selectedFieldSettings: {
        LeadSource: { writeOnUpdate: 'never' },
        Stage: { default: { stringValue: 'new' } },
      },
    } as const;
    expect(source(config, { fieldKeyOf: (name) => name.toLowerCase() }).fields).toEqual({
      LeadSource: { writeOnUpdate: 'never', default: { value: 'old', onUpdate: true } },
      Stage: { default: { value: 'new', onUpdate: true } },
    });
    expect(Object.keys(source(config).fields)).toEqual(['LEADSOURCE', 'STAGE', 'LeadSource', 'Stage']);
  });

  test('an older default that is for creates alone leaves a given value alone', () => {
    const fields = { b: { default: { value: 2, onUpdate: false } } };
    expect(sent(create({}), { fields })).toEqual([{ b: 2 }]);
    expect(sent(update({}), { fields })).toEqual([{}]);
    expect(sent(update({ b: 3 }), { fields })).toEqual([{ b: 3 }]);
  });
});

describe('a partial batch with records that cannot be written', () => {
  const partial = (type: 'create' | 'update', ...records: JsonObject[]) =>
    ({ ...batch(type, ...records), allOrNone: false }) as WriteCommand;
  const refused = (message: string, field?: string) => [
    {
      kind: 'invalid',
      sent: 'notSent',
      retryable: false,
      code: 'NOT_SENT_INVALID_RECORD',
      message,
      ...(field && { field }),
    },
  ];
  const never = { fields: { phone: { writeOnCreate: 'never' } } } as const;

  test.each<[string, Partial<WriteSettings>, JsonObject, ReturnType<typeof refused>]>([
    [
      'without a field',
      {},
      {},
      refused('The record has no fields, so an empty one would be created: give at least one.'),
    ],
    [
      'whose only field is never written',
      never,
      { phone: '1' },
      refused(
        'The settings of the installation drop every field of this record, so an empty one would be created.',
      ),
    ],
    [
      'with two keys of one field',
      mapped,
      { phone: '1', Phone__c: '2' },
      refused("`Phone__c` and `phone` are both written to the provider's field `Phone__c`.", 'phone'),
    ],
  ])('refuses a record %s alone', (_, settings, record, faults) => {
    const { plan } = planWrite(partial('create', { a: 1 }, record), settingsWith(settings));
    expect(plan.records[0]).toEqual({ fields: { a: 1 } });
    expect(plan.records[1]?.refused).toEqual(faults);
  });

  test('is refused as a whole if all of its records are, if it is all or none, or if a new record has an id', () => {
    const settings = settingsWith({ fieldKeyOf: (name) => name.toLowerCase() });
    for (const command of [
      partial('create', {}, {}),
      batch('create', { a: 1 }, {}),
      partial('create', { a: 1 }, { Id: '8' }),
    ]) {
      const { plan, issues } = planWrite(command, settings);
      expect(issues).not.toEqual([]);
      expect(plan.records.filter(({ refused }) => refused)).toEqual([]);
    }
  });
});
