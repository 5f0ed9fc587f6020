import { expect, test } from '@jest/globals';
import type { PlannedRecord, ProviderFault } from '@writ/write-core';
import { blame, namedByField } from './blame.ts';

const fault = (more: Partial<ProviderFault>): ProviderFault => ({
  kind: 'invalid',
  sent: 'rejected',
  retryable: false,
  message: 'no',
  ...more,
});
const conflict = fault({
  kind: 'conflict',
  code: 'CONFLICT',
  message: 'Contact already exists. Existing ID: 7',
});
const of = (...fields: PlannedRecord['fields'][]): PlannedRecord[] => fields.map((one) => ({ fields: one }));
const codesOf = (records: readonly PlannedRecord[], ...refusal: [ProviderFault, ...ProviderFault[]]) => {
  const outcome = blame('contacts', records, refusal);
  const codes = outcome.records.map((one) => one.kind === 'failed' && one.faults.map(({ code }) => code));
  return { codes, errors: outcome.errors };
};
const others = ['NOT_WRITTEN_BATCH_REFUSED'];

test('a refusal that fits no record is told once, and blames nobody', () => {
  const records = of({ email: 'a@x.org', employees: 7 }, { email: 'b@x.org' });
  expect(codesOf(records, conflict)).toEqual({ codes: [others, others], errors: [conflict] });
});

test.each<[string, Partial<ProviderFault>]>([
  [
    'the value of the field that it names',
    { code: 'INVALID_EMAIL', field: 'email', message: 'Email address q is invalid' },
  ],
  ['a field that no other record has', { code: 'PROPERTY_DOESNT_EXIST', field: 'nonsense', message: 'x' }],
  ['a field that it alone lacks', { code: 'MISSING_REQUIRED_PROPERTY', field: 'name', message: 'x' }],
  [
    'its unique value',
    { kind: 'conflict', code: 'CONFLICT', message: 'A contact has the email Q@x.org already.' },
  ],
  [
    'an id that it is to be associated with',
    { code: 'INVALID_OBJECT_IDS', message: 'Objects [9001] are not valid' },
  ],
])('the culprit is known by %s', (_, said) => {
  const culprit: PlannedRecord = {
    fields: { nonsense: 1, email: said.code === 'CONFLICT' ? 'q@x.org' : 'q' },
    associations: [{ to: { id: '9001' }, types: [] }],
  };
  const records = [...of({ name: 'a', email: 'aq@x.org' }), culprit, ...of({ name: 'c' })];
  expect(codesOf(records, fault(said))).toEqual({ codes: [others, [said.code], others], errors: [] });
});

test('a field with the name of what every object has is of the record that holds it', () => {
  const unknown = fault({ code: 'PROPERTY_DOESNT_EXIST', field: 'constructor', message: 'x' });
  const culprit = JSON.parse('{"constructor":"1"}') as PlannedRecord['fields'];
  expect(codesOf(of({ name: 'a' }, culprit), unknown)).toEqual({
    codes: [others, ['PROPERTY_DOESNT_EXIST']],
    errors: [],
  });
});

test('words that fit two records blame neither', () => {
  const both = fault({ code: 'INVALID_EMAIL', field: 'email', message: 'Email address q is invalid' });
  expect(codesOf(of({ email: 'q' }, { email: 'q' }), both)).toEqual({
    codes: [others, others],
    errors: [both],
  });
});

test('each of several faults goes to its own record', () => {
  const email = fault({ code: 'INVALID_EMAIL', field: 'email', message: 'Email address q is invalid' });
  const unknown = fault({ code: 'PROPERTY_DOESNT_EXIST', field: 'nonsense', message: 'x' });
  const records = of({ email: 'q' }, { nonsense: 1 }, {});
  expect(codesOf(records, email, unknown)).toEqual({
    codes: [['INVALID_EMAIL'], ['PROPERTY_DOESNT_EXIST'], others],
    errors: [],
  });
});

test('what was not written for the sake of others is no culprit, and a conflict stays one', () => {
  expect(blame('contacts', of({}), [conflict]).records).toMatchObject([
    { faults: [{ kind: 'conflict', rolledBack: true, retryable: false, sent: 'rejected' }] },
  ]);
});

test.each([
  ['the value itself', 'no option 7', 'no option 7 was not one of the allowed options: [NEW, OPEN]', true],
  ['a value with spaces around it', ' x ', 'x was not one of the allowed options: [NEW]', true],
  ['a word of the refused value', 'option', 'no option 7 was not one of the allowed options: [NEW]', false],
  ['an allowed value', 'NEW', 'no option 7 was not one of the allowed options: [NEW, OPEN]', false],
  ['an address', 'a@', 'Email address a@ is invalid', true],
  ['another address', 'b@', 'Email address a@ is invalid', false],
  ['a number', 12, '12 was not a valid long.', true],
  ['nothing', '', ' was not a valid number.', false],
])('a refused value is about a record that holds %s', (_, value, message, isAbout) => {
  const refused = fault({ code: 'INVALID_OPTION', field: 'status', message });
  const [holder, other] = [{ fields: { status: value } }, { fields: { other: value } }];
  for (const isShared of [false, true])
    expect([...namedByField(refused, [holder, other], isShared)]).toEqual(isAbout ? [[holder, refused]] : []);
});

test('a value that several records hold may be refused of some of them; a property that is not there is of all', () => {
  const stage = fault({
    code: 'INVALID_OPTION',
    field: 'dealstage',
    message: 'won was not one of the allowed options: [new]',
  });
  const [first, second, other] = of(
    { dealstage: 'won', pipeline: '1' },
    { dealstage: 'won', pipeline: '2' },
    { dealstage: 'new' },
  );
  const records = [first, second, other].flatMap((record) => record ?? []);
  const unclear = { ...stage, unclear: true };
  expect([...namedByField(stage, records, true)]).toEqual([
    [first, unclear],
    [second, unclear],
  ]);
  expect(namedByField(stage, records, false).size).toBe(0);
  for (const code of ['PROPERTY_DOESNT_EXIST', 'READ_ONLY_VALUE']) {
    const missing = fault({ code, field: 'dealstage' });
    for (const isShared of [false, true])
      expect([...namedByField(missing, records, isShared).values()]).toEqual([missing, missing, missing]);
  }
});
