import { expect, test } from '@jest/globals';
import { sendWrite } from '../send-write.ts';
import { conformanceKit, type ConformanceSubject } from './conformance-kit.ts';

/** Batches, whole and partial, and reading many records. */
export function testBatches(subject: ConformanceSubject): void {
  const { name, field, badFields, missingId } = subject;
  const { fresh, call, create, valueOf, failure, kindsOf } = conformanceKit(subject);

  test(`${name}: a batch writes what it can and tells the rest apart, in order`, async () => {
    const good = [fresh(), fresh(), fresh()];
    const [first = {}, second = {}, third = {}] = good;
    const fields = [first, { ...fresh(), ...badFields }, second, third];
    const batch = await subject.adapter().createMany(
      call(),
      fields.map((one) => ({ fields: one })),
    );
    expect(kindsOf(batch.records)).toEqual(['written', 'failed', 'written', 'written']);
    for (const one of good) expect(subject.holds(one)).toBe(true);
  });

  test(`${name}: an all-or-none create writes nothing when one record is refused, and says it is for good`, async () => {
    const good = fresh();
    const records = [{ fields: good }, { fields: { ...fresh(), ...badFields } }];
    const batch = await subject.adapter().createMany(call({ allOrNone: true }), records);
    for (const outcome of batch.records)
      expect(outcome).toMatchObject({ kind: 'failed', faults: [{ retryable: false }] });
    expect(subject.holds(good)).toBe(false);
  });

  test(`${name}: an all-or-none create writes everything when nothing is refused`, async () => {
    const records = [{ fields: fresh() }, { fields: fresh() }];
    const batch = await subject.adapter().createMany(call({ allOrNone: true }), records);
    expect(kindsOf(batch.records)).toEqual(['written', 'written']);
  });

  test(`${name}: a batch of updates finds its records, whatever comes twice or is missing`, async () => {
    const [one, two] = [await create(), await create()];
    const batch = await subject.adapter().updateMany(call(), [
      { id: one.id, fields: { [field]: 'first' } },
      { id: missingId, fields: { [field]: 'nobody' } },
      { id: two.id, fields: { [field]: 'other' } },
      { id: one.id, fields: { [field]: 'second' } },
    ]);
    expect(kindsOf(batch.records)).toEqual(['written', 'failed', 'written', 'written']);
    expect(batch.records[1]).toEqual(failure({ kind: 'not-found' }));
    expect(await valueOf(one.id)).toBe('second');
    expect(await valueOf(two.id)).toBe('other');
  });

  test(`${name}: a record of a batch is told by the id that it was given, whichever form that has`, async () => {
    const [one, two] = [await create(), await create()];
    const ids = [subject.otherFormOf(one.id), two.id];
    const records = ids.map((id) => ({ id, fields: { [field]: 'Ulm' } }));
    const sent = await sendWrite(subject.adapter(), call(), { type: 'update', form: 'batch', records });
    expect(sent.records).toMatchObject(ids.map((recordId) => ({ kind: 'written', recordId })));
    expect(await valueOf(one.id)).toBe('Ulm');
  });

  test(`${name}: a refused update of a batch leaves the others alone`, async () => {
    const [one, two] = [await create(), await create()];
    const batch = await subject.adapter().updateMany(call(), [
      { id: one.id, fields: badFields },
      { id: two.id, fields: { [field]: 'kept' } },
    ]);
    expect(kindsOf(batch.records)).toEqual(['failed', 'written']);
    expect(await valueOf(two.id)).toBe('kept');
  });

  test(`${name}: records are read in the order of their ids`, async () => {
    const [one, two] = [await create(), await create()];
    await subject.adapter().update(call(), { id: two.id, fields: { [field]: 'two' } });
    const read = await subject.adapter().read(call(), [two.id, missingId, one.id], [field]);
    expect(read).toMatchObject({
      kind: 'read',
      records: [{ fields: { [field]: 'two' } }, undefined, { fields: { [field]: null } }],
    });
  });
}
