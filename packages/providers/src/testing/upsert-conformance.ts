import { expect, test } from '@jest/globals';
import type { JsonObject, PlannedRecord, UpsertPlan } from '@writ/write-core';
import { sendWrite } from '../send-write.ts';
import { conformanceKit, forbidden, idOf, type ConformanceSubject } from './conformance-kit.ts';

let key = 0;

/** Upserts by a unique field, with the provider's own upsert and without. */
export function testUpserts(subject: ConformanceSubject): void {
  const { name, keyField, field, badFields } = subject;
  const { call, create, failure, kindsOf, valueOf } = conformanceKit(subject);
  const fresh = (): JsonObject => ({
    ...subject.keylessFieldsOf((key += 1)),
    [keyField]: `upsert ${(key += 1)}`,
  });
  const valueIn = ({ [keyField]: value }: JsonObject): string => (typeof value === 'string' ? value : '');
  const upsert = (fields: JsonObject, more: Partial<UpsertPlan> = {}): PlannedRecord => ({
    fields,
    upsert: { field: keyField, value: valueIn(fields), ...more },
  });
  const send = (records: PlannedRecord[], form: 'single' | 'batch' = 'batch') =>
    sendWrite(subject.adapter(), call(), { type: 'upsert', form, records });
  /** Needs a look. */
  const looking = (fields: JsonObject): PlannedRecord => upsert(fields, { fieldsOfNew: fields });

  test.each([
    ['one', 'single', upsert],
    ['several', 'batch', upsert],
    ['one that has to be looked for', 'single', looking],
    ['several that have to be looked for', 'batch', looking],
  ] as const)(
    `${name}: an upsert of %s creates, and then updates, what has the key`,
    async (_, form, made) => {
      const fields = fresh();
      const first = await send([made({ ...fields, [field]: 'first' })], form);
      expect(first.records).toMatchObject([{ kind: 'written', created: true }]);
      const id = idOf(first.records[0]);
      const second = await send([made({ [keyField]: fields[keyField] ?? '', [field]: 'second' })], form);
      const recordKey = subject.declaration.recordKeyOf(id);
      expect(second.records).toMatchObject([{ kind: 'written', recordId: id, recordKey, created: false }]);
      expect(await valueOf(id)).toBe('second');
      expect(subject.holds({ ...fields, [field]: 'second' })).toBe(true);
    },
  );

  test.each(['ada@example.inc', 'a/b?c=d&e#f', '100 % Grüße 😀', `O'Hara "x"`])(
    `${name}: a key value is sent as it is: %j`,
    async (value) => {
      const record = upsert({ ...fresh(), [keyField]: `${value} ${(key += 1)}.inc` });
      const [first, second] = [await send([record], 'single'), await send([record], 'single')];
      expect(first.records).toMatchObject([{ kind: 'written', created: true, data: expect.anything() }]);
      expect(second.records).toMatchObject([{ created: false, recordId: idOf(first.records[0]) }]);
      expect(subject.holds(record.fields)).toBe(true);
    },
  );

  test(`${name}: one key value twice is written in order`, async () => {
    const fields = fresh();
    const sent = await send([
      upsert({ ...fields, [field]: 'first' }),
      upsert(fresh()),
      upsert({ ...fields, [field]: 'second' }),
    ]);
    expect(sent.records).toMatchObject([{ created: true }, { created: true }, { created: false }]);
    expect(await valueOf(idOf(sent.records[0]))).toBe('second');
  });

  test(`${name}: a bad record fails alone, and keeps its place`, async () => {
    const good = [fresh(), fresh()];
    const sent = await send([upsert(good[0]!), upsert({ ...fresh(), ...badFields }), upsert(good[1]!)]);
    expect(kindsOf(sent.records)).toEqual(['written', 'failed', 'written']);
    for (const fields of good) expect(subject.holds(fields)).toBe(true);
  });

  test(`${name}: a record that must exist is not created`, async () => {
    const { fields } = await create(fresh());
    const absent = fresh();
    const sent = await send([
      upsert({ ...fields, [field]: 'x' }, { mustExist: true }),
      upsert(absent, { mustExist: true }),
    ]);
    expect(sent.records).toMatchObject([
      { kind: 'written', created: false },
      failure({ kind: 'not-found', code: 'KEY_NOT_FOUND', sent: 'notSent', retryable: false }),
    ]);
    expect(subject.holds(absent)).toBe(false);
  });

  test(`${name}: an upsert whose answer was lost is repeated without a second record`, async () => {
    const records = [upsert(fresh()), upsert(fresh())];
    await send([upsert(fresh())]);
    subject.strike('commit-then-reset');
    const lost = await send(records);
    expect(lost.records).toMatchObject(records.map(() => failure({ sent: 'unknown', retryable: true })));
    const again = await send(records);
    expect(again.records).toMatchObject(records.map(() => ({ kind: 'written', created: false })));
  });

  test(`${name}: where another client created the record at the same moment, it is updated`, async () => {
    const fields = fresh();
    const record = upsert({ ...fields, [field]: 'ours' });
    await send([upsert(fresh())]);
    const { id } = await create(fields);
    const conflict = {
      ...forbidden,
      errorCode: 'DUPLICATE_VALUE',
      category: 'CONFLICT',
      message: 'Already exists.',
    };
    subject.strike({ status: 409, body: { ...conflict, status: 'error' } });
    expect((await send([record])).records).toMatchObject([{ kind: 'written', recordId: id, created: false }]);
    expect(await valueOf(id)).toBe('ours');
  });

  test(`${name}: a key that is no unique field is refused with the names of those that are`, async () => {
    const fields = { ...fresh(), [field]: 'x' };
    const sent = await send([{ fields, upsert: { field, value: 'x' } }]);
    expect(sent.records).toMatchObject([
      failure({ code: 'KEY_NOT_UNIQUE', sent: 'notSent', message: expect.stringContaining(keyField) }),
    ]);
    expect(subject.holds(fields)).toBe(false);
  });
}
