import { expect, test } from '@jest/globals';
import type { JsonObject, JsonValue, PlannedRecord } from '@writ/write-core';
import fc from 'fast-check';
import { answerOf } from '../testing/answer-of.ts';
import { batchCreateRequest, batchUpdateRequest } from './batch.ts';

/** Few values, so that records are alike, and each in several forms that HubSpot takes for one. */
const fields = fc.record(
  {
    email: fc.constantFrom('a@x.example', ' B@X.example', 'c@X.example\t', 'd@x.example'),
    name: fc.constantFrom('Ann', ' Ann', 'Bob', '007', ''),
    amount: fc.constantFrom<string | number>(7, '7.00', '70e-1', 8, '08'),
    closed: fc.constantFrom<string | number>('2026-03-01T10:00:00Z', 1_772_359_200_000, '2026-03-02'),
  },
  { requiredKeys: [] },
);
const associations = fc.constantFrom(undefined, [{ to: { id: '3' }, types: [] }]);
const records = fc
  .array(
    fc.tuple(fields, associations).map(([own, also]): PlannedRecord => ({
      fields: own,
      ...(also && { associations: also }),
    })),
    { minLength: 1, maxLength: 12 },
  )
  .map(withDifferentEmails);

/** Two contacts can't share an email. */
function withDifferentEmails(some: PlannedRecord[]): PlannedRecord[] {
  const seen = new Set<unknown>();
  return some.map((record) => {
    const { email, ...others } = record.fields;
    if (email === undefined || seen.has(email)) return { ...record, fields: others };
    seen.add(email);
    return record;
  });
}

/** The forms in which HubSpot keeps the values above. */
const kept = (name: string, value: JsonValue): string => {
  const text = (typeof value === 'string' ? value : JSON.stringify(value)).trim();
  if (name === 'email') return text.toLowerCase();
  if (name === 'amount') return String(Number(text));
  return name === 'closed' ? new Date(/^\d+$/.test(text) ? Number(text) : text).toISOString() : text;
};
const shown = (own: JsonObject): JsonObject =>
  Object.fromEntries(Object.entries(own).map(([name, value]) => [name, kept(name, value) || null]));

const idOf = (at: number): string => String(1_000 + at);
const sentOf = (record: PlannedRecord | undefined): string =>
  JSON.stringify([
    Object.entries(record?.fields ?? {})
      .map(([name, value]) => [name, typeof value === 'string' ? value : JSON.stringify(value)])
      .toSorted(),
    record?.associations ?? [],
  ]);

/** What becomes of each input, and the place of its result in the answer. */
const fates = fc.array(
  fc.record({
    fate: fc.constantFrom('written', 'written', 'written', 'refused', 'left out'),
    traced: fc.boolean(),
    foreignTrace: fc.constantFrom(undefined, undefined, '77', 'x'),
    place: fc.nat(),
  }),
  { minLength: 12, maxLength: 12 },
);
type Fates = typeof fates extends fc.Arbitrary<infer Fate> ? Fate : never;

function answerTo(some: readonly PlannedRecord[], own: Fates, allOrNone: boolean) {
  const fateOf = (at: number) => (allOrNone ? 'written' : own[at]?.fate);
  const results = some.flatMap(({ fields: of }, at) => {
    const { traced, foreignTrace, place = 0 } = own[at] ?? {};
    const traceId = !allOrNone && traced ? String(at) : foreignTrace;
    const result = { id: idOf(at), properties: shown(of), ...(traceId && { objectWriteTraceId: traceId }) };
    return fateOf(at) === 'written' ? [{ place, result }] : [];
  });
  const errors = some.flatMap((_, at) =>
    fateOf(at) === 'refused'
      ? [{ category: 'VALIDATION_ERROR', message: 'no', context: { objectWriteTraceId: [String(at)] } }]
      : [],
  );
  const inOrder = results.toSorted((a, b) => a.place - b.place).map(({ result }) => result);
  const body = { status: 'COMPLETE', results: inOrder, ...(errors.length > 0 && { errors }) };
  return { fateOf, answer: answerOf(errors.length > 0 ? 207 : 201, body) };
}

test('in whatever order results come, a created record is told by its own id, or by none', () => {
  fc.assert(
    fc.property(records, fates, fc.boolean(), (some, own, allOrNone) => {
      const { answer, fateOf } = answerTo(some, own, allOrNone);
      const outcome = batchCreateRequest.read(answer, some, allOrNone, 'contacts');
      fc.pre('records' in outcome);
      const places = some.map((_, at) => at);
      const isWhole = !places.some((at) => fateOf(at) === 'left out');
      const ids = new Set<string>();
      for (const [at, one] of outcome.records.entries()) {
        if (fateOf(at) === 'refused') expect(one).toMatchObject({ faults: [{ message: 'no' }] });
        else if (isWhole) expect(one.kind).toBe('written');
        if (one.kind === 'failed') continue;
        const by = Number(one.recordId ?? idOf(at)) - 1_000;
        expect(sentOf(some[by])).toBe(sentOf(some[at]));
        if (one.recordId === undefined) expect(one.warnings).toHaveLength(1);
        else ids.add(one.recordId);
        const isKnown = some[at]?.fields['email'] !== undefined || (!allOrNone && own[at]?.traced === true);
        if (isKnown && fateOf(at) === 'written') expect(one.recordId).toBe(idOf(at));
      }
      const named = outcome.records.filter((one) => one.kind === 'written' && one.recordId !== undefined);
      expect(ids.size).toBe(named.length);
    }),
    { numRuns: 500 },
  );
});

test('in whatever order results come, an updated record is told by its own id, with its own values', () => {
  fc.assert(
    fc.property(records, fc.array(fc.nat(), { minLength: 12, maxLength: 12 }), (some, order) => {
      const identified = some.map((record, at) => ({ ...record, id: idOf(at) }));
      const results = identified
        .map(({ id, fields: own }, at) => ({ place: order[at] ?? 0, result: { id, properties: shown(own) } }))
        .toSorted((a, b) => a.place - b.place)
        .map(({ result }) => result);
      const answer = answerOf(200, { status: 'COMPLETE', results });
      expect(batchUpdateRequest.read(answer, identified, 'contacts')).toEqual({
        records: identified.map(({ id, fields: own }) => ({
          kind: 'written',
          recordId: id,
          data: { id, properties: shown(own) },
        })),
        errors: [],
      });
    }),
  );
});
