import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import {
  fieldFates,
  planWrite,
  type FieldNote,
  type JsonObject,
  type JsonValue,
  type WriteCommand,
  type WriteSettings,
} from './index.ts';

/** Few names, so that they meet; some exist in plain objects, some differ only in case. */
const name = fc.constantFrom('a', 'A', 'b', 'c', 'D__c', 'd__c', 'E__c', 'toString', '__proto__', 'x/y~z');
type KeyOf = (name: string) => string;
const asWritten: KeyOf = (given) => given;
const inSmallLetters: KeyOf = (given) => given.toLowerCase();

/** @param keyOf names with equal keys are the same */
const dictionary = <T>(values: fc.Arbitrary<T>, keyOf = asWritten): fc.Arbitrary<Record<string, T>> =>
  fc
    .uniqueArray(fc.tuple(name, values), { maxLength: 6, selector: ([own]) => keyOf(own) })
    .map((entries) => Object.fromEntries(entries));

/** Unique values show where each came from. */
const record = dictionary(fc.uuid().map((id): JsonValue => `given ${id}`));
const rule = fc.record(
  {
    writeOnCreate: fc.constantFrom('always', 'never'),
    writeOnUpdate: fc.constantFrom('always', 'never', 'ifEmpty'),
    default: fc.record({ value: fc.uuid().map((id) => `default ${id}`), onUpdate: fc.boolean() }),
  },
  { requiredKeys: [] },
);
const settingsBy = (fieldKeyOf: KeyOf | undefined): fc.Arbitrary<WriteSettings> =>
  fc
    .record({
      inheritMapping: fc.boolean(),
      readMappings: dictionary(name, fieldKeyOf),
      fields: dictionary(rule, fieldKeyOf),
      removeUnmapped: fc.boolean(),
    })
    .map((own) => ({ ...own, ...(fieldKeyOf && { fieldKeyOf }) }));
const settings = fc.constantFrom(undefined, inSmallLetters).chain(settingsBy);
const type = fc.constantFrom('create', 'update');
const records = fc.array(record, { minLength: 1, maxLength: 4 });

const commandOf = (of: 'create' | 'update', fields: readonly JsonObject[]): WriteCommand => ({
  kind: 'batch',
  type: of,
  records: fields.map((own, index) => ({ ...(of === 'update' && { id: `${index}` }), fields: own })),
  allOrNone: false,
  when: { mode: 'synchronous' },
  headers: [],
});
const singleOf = (of: 'create' | 'update', fields: JsonObject): WriteCommand => ({
  kind: 'single',
  type: of,
  record: { ...(of === 'update' && { id: '0' }), fields },
  when: { mode: 'synchronous' },
  headers: [],
});
const isOfDefault = ({ kind }: FieldNote): boolean => kind === 'defaulted' || kind === 'default-if-empty';
const reversed = (fields: JsonObject): JsonObject => Object.fromEntries(Object.entries(fields).toReversed());
/** Of members with the provider's name. */
const valuesOf = <T>(
  map: Readonly<Record<string, T>>,
  key: string,
  { fieldKeyOf: keyOf = asWritten }: WriteSettings,
): T[] => Object.entries(map).flatMap(([own, value]) => (keyOf(own) === keyOf(key) ? [value] : []));

test('a field that is never written is never sent, given or default', () => {
  fc.assert(
    fc.property(type, records, settings, (of, given, own) => {
      const { plan } = planWrite(commandOf(of, given), own);
      for (const [index, { fields, refused }] of plan.records.entries()) {
        if (refused) continue;
        const values = new Set(Object.values(fields));
        for (const [key, fieldRule] of Object.entries(own.fields)) {
          const when = of === 'create' ? fieldRule.writeOnCreate : fieldRule.writeOnUpdate;
          if (when !== 'never') continue;
          for (const value of valuesOf(given[index] ?? {}, key, own)) expect(values.has(value)).toBe(false);
          expect(values.has(fieldRule.default?.value ?? 'nothing')).toBe(false);
        }
      }
    }),
  );
});

test('no field is invented: each comes from the request or is a default of a field that is missing', () => {
  fc.assert(
    fc.property(type, records, settings, (of, given, own) => {
      const { plan } = planWrite(commandOf(of, given), own);
      for (const [index, { fields, ifEmpty, refused }] of plan.records.entries()) {
        if (refused) continue;
        const request = given[index] ?? {};
        const sources = new Map<JsonValue, string>(
          Object.entries(request).map(([key, value]) => [value, key]),
        );
        for (const [key, fieldRule] of Object.entries(own.fields)) {
          const isGiven = valuesOf(request, key, own).length > 0;
          if (fieldRule.default && !isGiven) sources.set(fieldRule.default.value, key);
        }
        for (const [field, value] of Object.entries(fields)) {
          const key = sources.get(value);
          expect(key).toBeDefined();
          const [target] = own.inheritMapping ? valuesOf(own.readMappings, key ?? '', own) : [];
          expect(field).toBe(target ?? key);
        }
        for (const field of ifEmpty ?? []) expect(Object.hasOwn(fields, field)).toBe(true);
      }
    }),
  );
});

test('every field of a request is sent, noted or an issue', () => {
  fc.assert(
    fc.property(type, record, settings, (of, given, own) => {
      const { plan, notes, issues } = planWrite(commandOf(of, [given]), own);
      const values = new Set(Object.values(plan.records[0]?.fields ?? {}));
      const noted = new Set(notes.filter((note) => !isOfDefault(note)).map(({ field }) => field));
      for (const [key, value] of Object.entries(given)) {
        const isAtFault = issues.length > 0;
        expect(values.has(value) || noted.has(key) || isAtFault).toBe(true);
        expect(values.has(value) && noted.has(key)).toBe(false);
      }
    }),
  );
});

test('no field of the provider is sent twice', () => {
  fc.assert(
    fc.property(type, records, settings, (of, given, own) => {
      const { plan, issues } = planWrite(commandOf(of, given), own);
      fc.pre(issues.length === 0);
      for (const { fields } of plan.records.filter(({ refused }) => !refused)) {
        for (const field of Object.keys(fields)) expect(valuesOf(fields, field, own)).toHaveLength(1);
      }
    }),
  );
});

test('in whatever capitals a request names its fields, the same is sent to the same fields', () => {
  const inKeys = (fields: JsonObject): JsonObject =>
    Object.fromEntries(Object.entries(fields).map(([own, value]) => [inSmallLetters(own), value]));
  fc.assert(
    fc.property(type, dictionary(fc.uuid(), inSmallLetters), settingsBy(inSmallLetters), (of, given, own) => {
      const inCapitals = Object.fromEntries(
        Object.entries(given).map(([key, value]) => [key.toUpperCase(), value]),
      );
      const planned = planWrite(commandOf(of, [given]), own);
      const other = planWrite(commandOf(of, [inCapitals]), own);
      expect(other.issues).toHaveLength(planned.issues.length);
      fc.pre(planned.issues.length === 0);
      const [record, otherRecord] = [planned.plan.records[0], other.plan.records[0]];
      expect(inKeys(otherRecord?.fields ?? {})).toEqual(inKeys(record?.fields ?? {}));
      expect(otherRecord?.ifEmpty?.map(inSmallLetters).toSorted()).toEqual(
        record?.ifEmpty?.map(inSmallLetters).toSorted(),
      );
    }),
  );
});

test('the order of fields, mappings and settings does not matter, and planning twice gives the same', () => {
  fc.assert(
    fc.property(type, records, settings, (of, given, own) => {
      const plan = planWrite(commandOf(of, given), own);
      expect(planWrite(commandOf(of, given), own)).toEqual(plan);
      const turned = {
        ...own,
        readMappings: Object.fromEntries(Object.entries(own.readMappings).toReversed()),
        fields: Object.fromEntries(Object.entries(own.fields).toReversed()),
      };
      const other = planWrite(commandOf(of, given.map(reversed)), turned);
      expect(other.issues).toEqual(plan.issues);
      expect(other.notes).toEqual(plan.notes);
      if (plan.issues.length === 0) expect(other).toEqual(plan);
    }),
  );
});

test('null and an empty text are values like any other: no default takes their place', () => {
  fc.assert(
    fc.property(type, fc.array(fc.tuple(name, fc.constantFrom(null, ''))), settings, (of, entries, own) => {
      const given: JsonObject = Object.fromEntries(entries);
      const { notes } = planWrite(commandOf(of, [given]), own);
      for (const { field } of notes.filter(isOfDefault)) expect(valuesOf(given, field, own)).toEqual([]);
    }),
  );
});

test('the fates of fields are what the plan does with them', () => {
  fc.assert(
    fc.property(type, record, settings, (of, fields, own) => {
      const command = singleOf(of, fields);
      const { plan, issues } = planWrite(command, own);
      fc.pre(issues.length === 0);
      const [planned] = plan.records;
      const told = fieldFates(command, own);
      expect(told.map(({ name }) => name).slice(0, Object.keys(fields).length)).toEqual(Object.keys(fields));
      const kept = told.filter(({ fate }) => fate !== 'dropped');
      expect(kept.map(({ field }) => field).toSorted()).toEqual(
        Object.keys(planned?.fields ?? {}).toSorted(),
      );
      const depends = new Map(
        kept.flatMap(({ fate, field, name }) => (fate === 'depends' ? [[field, name]] : [])),
      );
      const { ifEmpty = [], ifEmptyNames = ifEmpty } = planned ?? {};
      expect([...depends.keys()].toSorted()).toEqual(ifEmpty);
      expect(ifEmpty.map((field) => depends.get(field))).toEqual(ifEmptyNames);
      for (const { name, field, fate } of told) {
        expect(field === undefined).toBe(fate === 'dropped');
        if (fate === 'written') expect(field).toBe(name);
        if (fate === 'mapped') expect([field]).toEqual(valuesOf(own.readMappings, name, own));
        if (fate === 'defaulted') expect(valuesOf(fields, name, own)).toEqual([]);
      }
    }),
  );
});

test('a batch of one is planned like a single record', () => {
  fc.assert(
    fc.property(type, record, settings, (of, fields, own) => {
      const [alone, batched] = [
        planWrite(singleOf(of, fields), own),
        planWrite(commandOf(of, [fields]), own),
      ];
      expect(batched.plan.records).toEqual(alone.plan.records);
      expect(batched.notes).toEqual(alone.notes);
    }),
  );
});
