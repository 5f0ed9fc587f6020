import { expect, test } from '@jest/globals';
import type { BatchOutcome, RecordOutcome } from '@writ/write-core';
import type { IdentifiedRecord } from '../adapter.ts';
import { inRounds } from './in-rounds.ts';

const update = (id: string, value: number): IdentifiedRecord => ({ id, fields: { value } });
const records = [update('a', 1), update('b', 1), update('a', 2), update('a', 3)];
const keyOf = (id: string) => id;

function provider(outcomeOf: (record: IdentifiedRecord) => RecordOutcome) {
  const calls: string[][] = [];
  const send = (sent: readonly IdentifiedRecord[]): Promise<BatchOutcome> => {
    calls.push(sent.map(({ id, fields }) => id + JSON.stringify(fields['value'])));
    return Promise.resolve({ records: sent.map(outcomeOf), errors: [] });
  };
  return { calls, send };
}

test('updates a record that comes several times once a call, in order', async () => {
  const { calls, send } = provider(({ id }) => ({ kind: 'written', recordId: id }));
  const outcome = await inRounds(records, {}, keyOf, send);
  expect(calls).toEqual([['a1', 'b1'], ['a2'], ['a3']]);
  expect(outcome.records.map(({ kind }) => kind)).toEqual(['written', 'written', 'written', 'written']);
});

test('never overtakes an update that may still be made', async () => {
  const { calls, send } = provider(({ id }) =>
    id === 'a'
      ? { kind: 'failed', faults: [{ kind: 'locked', sent: 'rejected', retryable: true, message: 'locked' }] }
      : { kind: 'written', recordId: id },
  );
  const outcome = await inRounds(records, {}, keyOf, send);
  expect(calls).toEqual([['a1', 'b1']]);
  expect(outcome.records[3]).toMatchObject({
    kind: 'failed',
    faults: [{ sent: 'notSent', retryable: true }],
  });
});

test('goes on after an update that can never be made', async () => {
  const { calls, send } = provider(({ fields, id }) =>
    fields['value'] === 1
      ? { kind: 'failed', faults: [{ kind: 'invalid', sent: 'rejected', retryable: false, message: 'no' }] }
      : { kind: 'written', recordId: id },
  );
  await inRounds(records, {}, keyOf, send);
  expect(calls).toHaveLength(3);
});

test('holds back what the caller allows no further call for', async () => {
  const { calls, send } = provider(({ id }) => ({ kind: 'written', recordId: id }));
  const outcome = await inRounds(records, { mayCallAgain: () => false }, keyOf, send);
  expect(calls).toHaveLength(1);
  expect(outcome.records.map(({ kind }) => kind)).toEqual(['written', 'written', 'failed', 'failed']);
});
