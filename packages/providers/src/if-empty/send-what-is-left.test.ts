import { expect, test } from '@jest/globals';
import type { Failed, PlannedRecord, RecordOutcome } from '@writ/write-core';
import type { BatchCall, ProviderAdapter, ReadRecords } from '../adapter.ts';
import { sendWhatIsLeft } from './send-what-is-left.ts';

const refusal: Failed = {
  kind: 'failed',
  faults: [{ kind: 'invalid', sent: 'rejected', retryable: false, message: 'no such field' }],
};

/** Refuses to read `bad` and `odd`, and has as much time as calls are allowed. */
async function send(records: readonly PlannedRecord[], { allOrNone = false, mostCalls = 32 } = {}) {
  let calls = 0;
  const read = (_call: unknown, ids: readonly string[], fields: readonly string[]) => {
    calls += 1;
    const empty = { fields: {}, shown: {} };
    const found: ReadRecords = { kind: 'read', records: ids.map(() => empty) };
    return Promise.resolve(fields.some((field) => ['bad', 'odd'].includes(field)) ? refusal : found);
  };
  const declaration = { recordKeyOf: (id: string) => id, batch: { allOrNone: { update: true } } };
  const adapter = { declaration, read } as unknown as ProviderAdapter;
  const call = { allOrNone, mayCallAgain: () => calls < mostCalls } as BatchCall;
  const sent: PlannedRecord[] = [];
  const outcome = await sendWhatIsLeft(adapter, call, records, (some) => {
    sent.push(...some);
    return Promise.resolve({
      records: some.map(({ id = '' }): RecordOutcome => ({ kind: 'written', recordId: id })),
      errors: [],
    });
  });
  const canPass = outcome.records.map((one) =>
    one.kind === 'written' ? one.kind : one.faults.every(({ retryable }) => retryable),
  );
  return { sent, canPass };
}
const update = (id: string, field: string): PlannedRecord => ({
  id,
  fields: { [field]: 'x' },
  ifEmpty: [field],
});
const good = [update('1', 'a'), { id: '2', fields: { b: 'x' } }];

test('where no time is left to find out whose field is refused, all that is not refused is left to a later attempt', async () => {
  const records = [...good, update('3', 'bad')];
  expect(await send(records, { mostCalls: 1 })).toEqual({ sent: [], canPass: [true, true, true] });
  expect(await send(records)).toMatchObject({ canPass: ['written', 'written', false] });
});

test('all or none: what is left to a later attempt leaves all to it, unless one of them is refused for good', async () => {
  const together = { allOrNone: true };
  const records = [update('3', 'bad'), ...good, update('4', 'c')];
  expect(await send(records, { ...together, mostCalls: 1 })).toEqual({
    sent: [],
    canPass: [true, true, true, true],
  });
  const refusedAlone = [update('1', 'a'), update('2', 'bad'), update('3', 'c'), update('4', 'odd')];
  expect(await send(refusedAlone, { ...together, mostCalls: 5 })).toEqual({
    sent: [],
    canPass: [false, false, false, false],
  });
});
