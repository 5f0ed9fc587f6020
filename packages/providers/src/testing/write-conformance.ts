import { expect, test } from '@jest/globals';
import { conformanceKit, type ConformanceSubject } from './conformance-kit.ts';

/** Single records, and what an object is made of. */
export function testWrites(subject: ConformanceSubject): void {
  const { name, field, badFields, missingId } = subject;
  const { fresh, call, create, valueOf, failure } = conformanceKit(subject);

  test(`${name}: a create answers with the record as the provider holds it`, async () => {
    const fields = fresh();
    const outcome = await subject.adapter().create(call(), { fields });
    expect(outcome).toMatchObject({
      kind: 'written',
      recordId: expect.stringMatching(subject.adapter().declaration.recordIdPattern),
    });
    expect(JSON.stringify(outcome)).toContain(JSON.stringify(Object.values(fields)[0]));
    expect(subject.holds(fields)).toBe(true);
  });

  test(`${name}: a create that needs no record back answers with its id`, async () => {
    const outcome = await subject.adapter().create(call({ readBack: false }), { fields: fresh() });
    expect(outcome).toMatchObject({ kind: 'written', recordId: expect.any(String) });
  });

  test(`${name}: an update writes what it is given, and null clears`, async () => {
    const { id } = await create();
    expect(await subject.adapter().update(call(), { id, fields: { [field]: 'Ulm' } })).toMatchObject({
      kind: 'written',
      recordId: id,
      data: expect.anything(),
    });
    expect(await valueOf(id)).toBe('Ulm');
    expect(
      await subject.adapter().update(call({ readBack: false }), { id, fields: { [field]: null } }),
    ).toMatchObject({
      kind: 'written',
      recordId: id,
    });
    expect(await valueOf(id)).toBeNull();
  });

  test(`${name}: a value that looks like markup of any kind arrives as it is`, async () => {
    const { id } = await create();
    const value = '@{write.id} "quoted" \\ </b> Grüße 😀';
    await subject.adapter().update(call(), { id, fields: { [field]: value } });
    expect(await valueOf(id)).toBe(value);
  });

  test(`${name}: a removed record is gone`, async () => {
    const { id } = await create();
    expect(await subject.adapter().remove(call(), id)).toEqual({ kind: 'written', recordId: id });
    expect(await valueOf(id)).toBeUndefined();
  });

  test(`${name}: a refused record says why, and that nothing was written`, async () => {
    const refused = failure({
      kind: 'invalid',
      sent: 'rejected',
      retryable: false,
      code: expect.any(String),
    });
    expect(await subject.adapter().create(call(), { fields: { ...fresh(), ...badFields } })).toEqual(refused);
    const update = await subject.adapter().update(call(), { id: missingId, fields: { [field]: 'x' } });
    expect(update).toEqual(failure({ kind: 'not-found', sent: 'rejected', retryable: false }));
  });
}
