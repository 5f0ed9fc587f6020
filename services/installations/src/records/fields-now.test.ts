import { expect, test } from '@jest/globals';
import type { JsonValue } from '@writ/write-core';
import { askedFields, fieldsNow } from './fields-now.ts';

test.each<[sent: JsonValue, now: JsonValue | undefined, same: boolean]>([
  ['Ada', 'Ada', true],
  ['Ada', 'ada', false],
  [5, '5', true],
  [5, 6, false],
  [true, 'true', true],
  [['p', 'q'], 'p;q', true],
  ['', null, true],
  [null, '', true],
  [null, undefined, true],
  [0, null, false],
  ['2026-11-21T10:15:30Z', '2026-11-21T10:15:30.000+0000', true],
  ['2026-11-21T11:15:30+01:00', '2026-11-21T10:15:30Z', true],
  ['2026-11-21T10:15:30Z', '2026-11-21T10:15:31Z', false],
  [Date.UTC(2026, 10, 21), '2026-11-21', true],
  ['2026-11-21T10:15:30Z', String(Date.UTC(2026, 10, 21, 10, 15, 30)), true],
  ['no time', '2026-11-21', false],
  [' Ada@X.org\n', 'ada@x.org', true],
  ['  Ada ', 'Ada', true],
  ['7.50', '7.5', true],
  ['1e3', '1000', true],
  ['12345678901234567890', '12345678901234567891', false],
])('%j was sent, and the CRM holds %j: the same is %s', (sent, now, same) => {
  const held = now === undefined ? {} : { Field: now };
  expect(fieldsNow({ field: sent }, held)).toEqual([{ field: 'field', sent, now: now ?? null, same }]);
});

test('without a record, and of a value that says something of another one, only what was sent is told', () => {
  const sent = { Name: 'Ada', Account: { External_Id__c: '7' } };
  expect(askedFields(sent)).toEqual(['Name']);
  expect(fieldsNow(sent, undefined)).toEqual([
    { field: 'Name', sent: 'Ada' },
    { field: 'Account', sent: sent.Account },
  ]);
  expect(fieldsNow(sent, { Name: 'Ada' })[1]).toEqual({ field: 'Account', sent: sent.Account });
});
