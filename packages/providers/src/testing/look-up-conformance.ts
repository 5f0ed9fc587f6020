import { expect, test } from '@jest/globals';
import type { JsonObject } from '@writ/write-core';
import { conformanceKit, forbidden, type ConformanceSubject } from './conformance-kit.ts';

let key = 0;

/** Looking for what a create of unknown outcome may have made. */
export function testLookUp(subject: ConformanceSubject): void {
  const { name, keyField } = subject;
  const { call, create } = conformanceKit(subject);
  const keyless = (): JsonObject => subject.keylessFieldsOf((key += 1));
  const keyed = (value = `key ${(key += 1)}`): JsonObject => ({ ...keyless(), [keyField]: value });
  const look = (...records: JsonObject[]) =>
    subject.adapter().findCreated(
      call(),
      records.map((fields) => ({ fields })),
    );
  const found = (recordId: string): object => ({ kind: 'found', recordId, ageMs: expect.any(Number) });

  test(`${name}: created records are found by what is unique in them, in the order of the records`, async () => {
    const [one, two] = [await create(keyed()), await create(keyed())];
    expect(await look(two.fields, keyed(), keyless(), one.fields)).toEqual({
      kind: 'looked-up',
      sightings: [found(two.id), { kind: 'absent' }, { kind: 'unsearchable' }, found(one.id)],
    });
  });

  test(`${name}: a record has just come into being when it is found at once`, async () => {
    const looked = await look((await create(keyed())).fields);
    const [sighting] = looked.kind === 'looked-up' ? looked.sightings : [];
    const age = sighting?.kind === 'found' ? sighting.ageMs : Number.NaN;
    // The moment of an answer is told in whole seconds.
    expect(age).toBeGreaterThan(-1_000);
    expect(age).toBeLessThan(60_000);
  });

  test.each([`O'Hara \\ "x"`, 'two\nlines\tand more', '100% (a,b) = c', 'Grüße 😀', `') OR Name != ('`])(
    `${name}: a value is asked for as it is: %j`,
    async (value) => {
      const fields = keyed(`${value}${(key += 1)}`);
      const { id } = await create(fields);
      expect(await look(fields, keyed(`${value}${(key += 1)}`))).toEqual({
        kind: 'looked-up',
        sightings: [found(id), { kind: 'absent' }],
      });
    },
  );

  test(`${name}: a hundred records are looked for together, those with the same value too`, async () => {
    const { id, fields } = await create(keyed());
    const records = [fields, ...Array.from({ length: 98 }, () => keyed()), fields];
    const before = subject.calls();
    const looked = await look(...records);
    expect(subject.calls() - before).toBeLessThanOrEqual(2);
    const sightings = looked.kind === 'looked-up' ? looked.sightings : [];
    expect(sightings).toHaveLength(100);
    expect([sightings.at(0), sightings.at(-1)]).toEqual([found(id), found(id)]);
    expect(new Set(sightings.slice(1, -1).map(({ kind }) => kind))).toEqual(new Set(['absent']));
  });

  test(`${name}: a record that was deleted meanwhile is not there`, async () => {
    const { id, fields } = await create(keyed());
    await subject.adapter().remove(call(), id);
    expect(await look(fields)).toMatchObject({ sightings: [{ kind: 'absent' }] });
  });

  test(`${name}: a look-up that may succeed later fails; one that never will finds nothing out`, async () => {
    const { id, fields } = await create(keyed());
    subject.strike({ status: 503, body: '' });
    expect(await look(fields)).toMatchObject({ kind: 'failed', faults: [{ retryable: true }] });
    subject.strike({ status: 403, body: forbidden });
    expect(await look(fields)).toMatchObject({ kind: 'looked-up', sightings: [{ kind: 'unsearchable' }] });
    expect(await look(fields)).toMatchObject({ sightings: [found(id)] });
  });

  test(`${name}: nothing is asked about records that hold nothing unique, once the object is known`, async () => {
    await look(keyed());
    const before = subject.calls();
    expect(await look(keyless(), keyless())).toMatchObject({
      sightings: [{ kind: 'unsearchable' }, { kind: 'unsearchable' }],
    });
    expect(subject.calls()).toBe(before);
  });
}
