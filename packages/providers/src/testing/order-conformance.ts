import { afterAll, expect, test } from '@jest/globals';
import type { JsonObject, RecordOutcome } from '@writ/write-core';
import fc from 'fast-check';
import type { IdentifiedRecord } from '../adapter.ts';
import { sendWrite } from '../send-write.ts';
import { conformanceKit, idOf, type ConformanceSubject } from './conformance-kit.ts';

let texts = 0;
const text = (): string => `Text ${(texts += 1)}`;

/** Each call that returns several records, in whatever order the provider may return them. */
export function testOrders(subject: ConformanceSubject): void {
  const { name, field, badFields, keyField, missingId } = subject;
  const { fresh, call, failure } = conformanceKit(subject);
  const orders = fc.record({
    order: fc.nat({ max: 2 ** 32 - 1 }),
    traced: fc.boolean(),
    allOrNone: fc.boolean(),
    keyed: fc.boolean(),
    count: fc.integer({ min: 1, max: 9 }),
    bad: fc.nat({ max: 8 }),
  });
  const inAnyOrder = (
    act: (drawn: typeof orders extends fc.Arbitrary<infer Drawn> ? Drawn : never) => Promise<void>,
  ) =>
    fc.assert(
      fc.asyncProperty(orders, async (drawn) => {
        subject.answerInOrder(drawn.order, drawn.traced);
        await act(drawn);
      }),
      { numRuns: 25 },
    );
  afterAll(() => {
    subject.answerInOrder(null, true);
  });

  /** The values of a field that the records hold, in the order of their ids. */
  const valuesOf = async (outcomes: readonly RecordOutcome[], of: string): Promise<unknown[]> => {
    const read = await subject.adapter().read(call(), outcomes.map(idOf), [of]);
    return read.kind === 'read' ? read.records.map((record) => record?.fields[of]) : [read];
  };

  test(`${name}: in whatever order results come, each created record is told by its own id`, () =>
    inAnyOrder(async ({ allOrNone, keyed, count, bad }) => {
      const records = Array.from({ length: count }, (): { fields: JsonObject } => ({
        fields: {
          ...(keyed ? { ...fresh(), [keyField]: text() } : subject.keylessFieldsOf(0)),
          [field]: text(),
        },
      }));
      const isPartial = !allOrNone && bad < count;
      const sent = isPartial ? records.toSpliced(bad, 0, { fields: { ...fresh(), ...badFields } }) : records;
      const batch = await subject.adapter().createMany(call({ allOrNone }), sent);
      const outcomes = isPartial ? batch.records.toSpliced(bad, 1) : batch.records;
      if (isPartial) expect(batch.records[bad]).toEqual(failure({ sent: 'rejected' }));
      expect(await valuesOf(outcomes, field)).toEqual(records.map((record) => record.fields[field]));
      if (!keyed) return;
      const found = await subject.adapter().findCreated(call(), records);
      expect(found).toMatchObject({
        sightings: outcomes.map((one) => ({ kind: 'found', recordId: idOf(one) })),
      });
    }));

  test(`${name}: in whatever order results come, each updated record is told by its own id and values`, () =>
    inAnyOrder(async ({ count, bad }) => {
      const created = await subject.adapter().createMany(
        call(),
        Array.from({ length: count }, () => ({ fields: fresh() })),
      );
      const records = created.records.map((one): IdentifiedRecord => ({
        id: idOf(one),
        fields: { [field]: text() },
      }));
      const sent = records.toSpliced(bad, 0, { id: missingId, fields: { [field]: 'nobody' } });
      const missing = Math.min(bad, count);
      const batch = await sendWrite(subject.adapter(), call(), {
        type: 'update',
        form: 'batch',
        records: sent,
      });
      expect(batch.records[missing]).toEqual(failure({ kind: 'not-found' }));
      const outcomes = batch.records.toSpliced(missing, 1);
      expect(outcomes).toMatchObject(records.map(({ id }) => ({ kind: 'written', recordId: id })));
      for (const [at, one] of outcomes.entries()) {
        const data = one.kind === 'written' ? one.data : undefined;
        if (data) expect(JSON.stringify(data)).toContain(JSON.stringify(records[at]?.fields[field]));
      }
      expect(await valuesOf(outcomes, field)).toEqual(records.map(({ fields }) => fields[field]));
    }));
}
