import { expect, test } from '@jest/globals';
import type { PendingRecord } from '@writ/operation';
import { aClaimedOperation } from '@writ/operation/testing';
import type { SentRecords } from '@writ/providers';
import type { ForwardHeader, RecordOutcome } from '@writ/write-core';
import { sendByHeaders } from './send-records.ts';

const byRule = [{ key: 'Sforce-Auto-Assign', value: 'FALSE' }];

const pending = (id: string, status: string, forwardHeaders: ForwardHeader[] = []) => ({
  planned: { id, fields: { Status: status } },
  inDoubt: false,
  forwardHeaders,
});

async function sending(
  records: ReturnType<typeof pending>[],
  outcomeOf: (id: string, status: unknown) => RecordOutcome,
) {
  const calls: string[] = [];
  const told = ({ planned: { id, fields } }: PendingRecord) => `${id} ${JSON.stringify(fields['Status'])}`;
  const send = (headers: readonly ForwardHeader[], some: readonly PendingRecord[]): Promise<SentRecords> => {
    calls.push(`${some.map(told).join(', ')}${headers.length > 0 ? ' by rule' : ''}`);
    return Promise.resolve({
      records: some.map(({ planned }) => outcomeOf(planned.id ?? '', planned.fields['Status'])),
      errors: [],
      kept: some.flatMap(({ planned }, at) =>
        planned.fields['Status'] === 'Kept'
          ? [{ kind: 'kept' as const, field: 'Status', records: [at] }]
          : [],
      ),
      inDoubt: some.map(() => false),
      found: some.map(() => false),
    });
  };
  const operation = aClaimedOperation({
    type: 'update',
    pending: records.map((record, index) => ({ index, ...record })),
  });
  const rounds = { recordKeyOf: (id: string) => id.slice(0, 3), mayCallAgain: () => true };
  return { sent: await sendByHeaders(operation, rounds, send), calls };
}

const written = (recordId: string): RecordOutcome => ({ kind: 'written', recordId });
const locked: RecordOutcome = {
  kind: 'failed',
  faults: [{ kind: 'locked', sent: 'rejected', retryable: true, message: 'unable to lock the row' }],
};

test('updates of one record are sent in order, also where they want different headers', async () => {
  const records = [
    pending('003A', 'Open'),
    pending('003', 'Pending', byRule),
    pending('004', 'Kept', byRule),
    pending('003A', 'Closed'),
  ];
  const { sent, calls } = await sending(records, written);
  expect(calls).toEqual(['003A "Open"', '004 "Kept" by rule', '003 "Pending" by rule', '003A "Closed"']);
  expect(sent.records).toEqual(['003A', '003', '004', '003A'].map(written));
  expect(sent.kept).toEqual([{ kind: 'kept', field: 'Status', records: [2] }]);
});

test('an update does not overtake one of the same record that may still be made, whatever headers it wants', async () => {
  const records = [pending('003', 'Open'), pending('003', 'Pending', byRule), pending('004', 'Open', byRule)];
  const { sent, calls } = await sending(records, (id) => (id === '003' ? locked : written(id)));
  expect(calls).toEqual(['003 "Open"', '004 "Open" by rule']);
  expect(sent.records).toMatchObject([
    locked,
    { kind: 'failed', faults: [{ code: 'HELD_BACK', sent: 'notSent', retryable: true }] },
    written('004'),
  ]);
});

test('records that want the same headers are sent together', async () => {
  const records = [pending('003', 'Open', byRule), pending('003', 'Closed', byRule)];
  const { calls } = await sending(records, written);
  expect(calls).toEqual(['003 "Open", 003 "Closed" by rule']);
});

test('what others of the operation have got, before or just now, is told with each group of creates', async () => {
  const told: (readonly string[])[] = [];
  const create = (forwardHeaders: ForwardHeader[] = []) => ({
    planned: { fields: {} },
    inDoubt: true,
    forwardHeaders,
  });
  const operation = aClaimedOperation({
    writtenBefore: ['1'],
    pending: [create(), create(byRule)].map((record, index) => ({ index, ...record })),
  });
  await sendByHeaders(
    operation,
    { recordKeyOf: String, mayCallAgain: () => true },
    (_headers, some, before) => {
      told.push([...before]);
      const records = some.map((_record, at) => written(`${told.length + 1}${at}`));
      return Promise.resolve({ records, errors: [], kept: [], inDoubt: some.map(() => false), found: [] });
    },
  );
  expect(told).toEqual([['1'], ['1', '20']]);
});
