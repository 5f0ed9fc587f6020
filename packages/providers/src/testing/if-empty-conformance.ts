import { expect, test } from '@jest/globals';
import { asWritten } from '@writ/write-core';
import type { ProviderAdapter } from '../adapter.ts';
import { sendWrite } from '../send-write.ts';
import { conformanceKit, type ConformanceSubject } from './conformance-kit.ts';

/** Fields that are written only if they are empty at the provider (Contract §4.3, rule 5). */
export function testIfEmpty(subject: ConformanceSubject): void {
  const { name, field, badFields, missingId } = subject;
  const { batchTest, fresh, call, create, valueOf, failure, kindsOf } = conformanceKit(subject);

  /** The adapter, and the names of its functions that were called. */
  const watched = () => {
    const called: string[] = [];
    const adapter = subject.adapter();
    const watch = <Key extends keyof ProviderAdapter>(key: Key): ProviderAdapter[Key] =>
      ((...args: never[]) => {
        called.push(key);
        return (adapter[key] as (...given: never[]) => unknown)(...args);
      }) as unknown as ProviderAdapter[Key];
    return {
      called,
      adapter: {
        ...adapter,
        read: watch('read'),
        update: watch('update'),
        updateMany: watch('updateMany'),
      },
    };
  };
  const single = (id: string, value: string) => ({
    type: 'update' as const,
    form: 'single' as const,
    records: [{ id, fields: { [field]: value }, ifEmpty: [field] }],
  });
  const batch = (...ids: string[]) => ({
    type: 'update' as const,
    form: 'batch' as const,
    records: ids.map((id, at) => ({ id, fields: { [field]: `value ${at}` }, ifEmpty: [field] })),
  });

  test(`${name}: an empty field is written; one with a value is kept, without a write call`, async () => {
    const { id } = await create();
    const first = watched();
    expect(await sendWrite(first.adapter, call(), single(id, 'Ulm'))).toMatchObject({
      records: [{ kind: 'written', recordId: id }],
      kept: [],
    });
    expect(first.called).toEqual(['read', 'update']);
    expect(await valueOf(id)).toBe('Ulm');

    const second = watched();
    const kept = await sendWrite(second.adapter, call(), single(id, 'Bonn'));
    expect(kept).toMatchObject({
      records: [{ kind: 'written', recordId: id }],
      errors: [],
      kept: [{ kind: 'kept', field, records: [0] }],
    });
    expect(JSON.stringify(kept.records[0])).toContain('"Ulm"');
    expect(second.called).toEqual(['read']);
    expect(await valueOf(id)).toBe('Ulm');

    await subject.adapter().update(call(), { id, fields: { [field]: null } });
    await sendWrite(subject.adapter(), call(), single(id, 'Köln'));
    expect(await valueOf(id)).toBe('Köln');
  });

  batchTest(`${name}: a batch is read once, and each record is written as far as it is empty`, async () => {
    const [one, two] = [await create(), await create()];
    await subject.adapter().update(call(), { id: two.id, fields: { [field]: 'old' } });
    const { adapter, called } = watched();
    const sent = await sendWrite(adapter, call(), batch(two.id, missingId, one.id));
    expect(kindsOf(sent.records)).toEqual(['written', 'failed', 'written']);
    expect(sent.records[1]).toEqual(failure({ kind: 'not-found', sent: 'notSent', retryable: false }));
    expect(sent.kept).toEqual([{ kind: 'kept', field, records: [0] }]);
    expect(called).toEqual(['read', 'updateMany']);
    expect(await valueOf(two.id)).toBe('old');
    expect(await valueOf(one.id)).toBe('value 2');
  });

  batchTest(`${name}: a field that records spell in several ways is read once`, async () => {
    const [one, two] = [await create(), await create()];
    const adapter = subject.adapter();
    const { fieldKeyOf = asWritten } = adapter.declaration;
    const asked: (readonly string[])[] = [];
    const watching: ProviderAdapter = {
      ...adapter,
      read: (given, ids, fields) => {
        asked.push(fields);
        return adapter.read(given, ids, fields);
      },
    };
    const spelled = [field, fieldKeyOf(field)];
    const records = [one, two].map(({ id }, at) => {
      const own = spelled[at] ?? field;
      return { id, fields: { [own]: `value ${at}` }, ifEmpty: [own] };
    });
    const sent = await sendWrite(watching, call(), { type: 'update', form: 'batch', records });
    expect(kindsOf(sent.records)).toEqual(['written', 'written']);
    expect(asked).toEqual([[spelled[1]]]);
    expect([await valueOf(one.id), await valueOf(two.id)]).toEqual(['value 0', 'value 1']);
  });

  batchTest(`${name}: a field is filled by the first of two updates of a record in a batch`, async () => {
    const { id } = await create();
    const sent = await sendWrite(subject.adapter(), call(), batch(id, id));
    expect(kindsOf(sent.records)).toEqual(['written', 'written']);
    expect(sent.kept).toEqual([{ kind: 'kept', field, records: [1] }]);
    expect(await valueOf(id)).toBe('value 0');
  });

  batchTest(
    `${name}: an update that needs an earlier one of its record waits where that is not made`,
    async () => {
      const [one, two] = [await create(), await create()];
      const [other] = Object.entries(fresh());
      if (other === undefined) throw new Error('a new record has no field');
      const more = { [other[0]]: other[1] };
      const update = (id: string, value: string, rest: object = {}) => ({
        id,
        fields: { [field]: value, ...rest },
        ifEmpty: [field],
      });
      const records = [
        update(one.id, 'first', badFields),
        update(one.id, 'second'),
        update(two.id, 'third', badFields),
        update(two.id, 'fourth', more),
        { id: two.id, fields: { [field]: null } },
      ];
      const write = { type: 'update' as const, form: 'batch' as const, records };
      const sent = await sendWrite(subject.adapter(), call(), write);
      const waits = failure({ kind: 'locked', sent: 'notSent', retryable: true });
      const refused = failure({ retryable: false });
      expect(sent.records).toEqual([refused, waits, refused, waits, waits]);
      expect(sent.kept).toEqual([]);
      expect([await valueOf(one.id), await valueOf(two.id), subject.holds(more)]).toEqual([
        null,
        null,
        false,
      ]);
      const left = records.filter((_record, at) => [1, 3].includes(at));
      const again = await sendWrite(subject.adapter(), call(), { ...write, records: left });
      expect(kindsOf(again.records)).toEqual(['written', 'written']);
      expect([await valueOf(one.id), await valueOf(two.id)]).toEqual(['second', 'fourth']);
    },
  );

  batchTest(`${name}: an update that needs an earlier one of its record follows it`, async () => {
    const { id } = await create();
    const [other] = Object.entries(fresh());
    if (other === undefined) throw new Error('a new record has no field');
    const { adapter, called } = watched();
    const sent = await sendWrite(adapter, call(), {
      type: 'update',
      form: 'batch',
      records: [
        { id, fields: { [field]: 'first' }, ifEmpty: [field] },
        { id, fields: { [field]: 'second', [other[0]]: other[1] }, ifEmpty: [field] },
      ],
    });
    expect(kindsOf(sent.records)).toEqual(['written', 'written']);
    expect(called).toEqual(['read', 'updateMany', 'updateMany']);
    expect(subject.holds({ [field]: 'first', [other[0]]: other[1] })).toBe(true);
  });

  batchTest(`${name}: a failed read fails the write before anything is sent`, async () => {
    const { id } = await create();
    subject.cause('commit-then-reset');
    const { adapter, called } = watched();
    const sent = await sendWrite(adapter, call(), batch(id, id));
    expect(sent.records).toEqual([
      failure({ sent: 'notSent', retryable: true }),
      failure({ sent: 'notSent', retryable: true }),
    ]);
    expect(called).toEqual(['read']);
  });

  batchTest(
    `${name}: a field that the provider does not have fails only the records that hold it`,
    async () => {
      const [one, two, three] = [await create(), await create(), await create()];
      const plain = fresh();
      const unknown = 'no_such_field';
      const sent = await sendWrite(subject.adapter(), call(), {
        type: 'update',
        form: 'batch',
        records: [
          { id: one.id, fields: { [field]: 'first', [unknown]: 'x' }, ifEmpty: [field, unknown] },
          { id: two.id, fields: { [field]: 'second' }, ifEmpty: [field] },
          { id: three.id, fields: plain },
        ],
      });
      expect(kindsOf(sent.records)).toEqual(['failed', 'written', 'written']);
      expect(sent.records[0]).toEqual(failure({ kind: 'invalid', retryable: false }));
      expect([await valueOf(one.id), await valueOf(two.id)]).toEqual([null, 'second']);
      expect(subject.holds(plain)).toBe(true);
    },
  );

  batchTest(`${name}: where one record fails all, a record that cannot be found fails all`, async () => {
    const [one, two] = [await create(), await create()];
    await subject.adapter().update(call(), { id: two.id, fields: { [field]: 'old' } });
    const together = subject.adapter().declaration.batch?.allOrNone.update ?? false;
    const sent = await sendWrite(
      subject.adapter(),
      call({ allOrNone: true }),
      batch(one.id, missingId, two.id),
    );
    const others = together ? 'failed' : 'written';
    expect(kindsOf(sent.records)).toEqual([others, 'failed', others]);
    expect(await valueOf(one.id)).toBe(together ? null : 'value 0');
  });

  test(`${name}: without time for a second call nothing is written, and a later attempt may`, async () => {
    const { id } = await create();
    const { adapter, called } = watched();
    const mayCallAgain = () => false;
    const sent = await sendWrite(adapter, call({ mayCallAgain }), single(id, 'Ulm'));
    expect(sent.records).toEqual([failure({ kind: 'timeout', sent: 'notSent', retryable: true })]);
    expect(called).toEqual(['read']);
  });

  test(`${name}: an update of which the settings left nothing is done without any call`, async () => {
    const { adapter, called } = watched();
    const records = [{ id: missingId, fields: {}, ifEmpty: [] }];
    const sent = await sendWrite(adapter, call(), { type: 'update', form: 'single', records });
    const done = { kind: 'written', recordId: missingId, asItWas: true };
    expect(sent).toEqual({ records: [done], errors: [], kept: [] });
    expect(called).toEqual([]);
  });

  batchTest(`${name}: other fields of the record, and other records, are written as ever`, async () => {
    const [one, two] = [await create(), await create()];
    await subject.adapter().update(call(), { id: one.id, fields: { [field]: 'old' } });
    const [other] = Object.entries(fresh());
    if (other === undefined) throw new Error('a new record has no field');
    const sent = await sendWrite(subject.adapter(), call(), {
      type: 'update',
      form: 'batch',
      records: [
        { id: one.id, fields: { [field]: 'new', [other[0]]: other[1] }, ifEmpty: [field] },
        { id: two.id, fields: { [field]: 'plain' } },
      ],
    });
    expect(kindsOf(sent.records)).toEqual(['written', 'written']);
    expect(await valueOf(one.id)).toBe('old');
    expect(subject.holds({ [field]: 'old', [other[0]]: other[1] })).toBe(true);
    expect(await valueOf(two.id)).toBe('plain');
  });
}
