import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { batchKeyOf, fillBatches, type BatchedWrite } from './auto-batch.ts';

const aWrite = (changes: Partial<BatchedWrite> = {}): BatchedWrite => ({
  projectId: 'p',
  integrationId: 'i',
  installationId: 'n',
  configId: 'c',
  connectionId: 'x',
  groupRef: 'acme',
  provider: 'hubspot',
  account: 'acme',
  objectName: 'contacts',
  type: 'create',
  laneId: 'l',
  maxDelayMinutes: 5,
  deadlineHours: 1,
  forwardHeaders: [],
  requestId: 'r',
  record: { fields: {} },
  notes: [],
  ...changes,
});
const ids = () => {
  let last = 0;
  return () => `new-${(last += 1)}`;
};

test('writes of one key go into the open batch, and the 101st opens the next', () => {
  const open = new Map([[batchKeyOf(aWrite()), { id: 'open', count: 98, deadlineHours: 1 }]]);
  const batches = fillBatches([aWrite(), aWrite(), aWrite({ maxDelayMinutes: 9 })], open, ids());
  expect(
    batches.map(({ id, count, full, added }) => [id, count, full, added.map(({ index }) => index)]),
  ).toEqual([
    ['open', 100, true, [98, 99]],
    ['new-1', 1, false, [0]],
  ]);
  expect(batches[1]?.first?.maxDelayMinutes).toBe(9);
});

test('create and update, and other objects and installations, are kept apart', () => {
  const writes = [
    aWrite(),
    aWrite({ type: 'update' }),
    aWrite({ objectName: 'deals' }),
    aWrite({ installationId: 'm' }),
  ];
  expect(fillBatches(writes, new Map(), ids())).toHaveLength(4);
});

test('the longest retry deadline of its records governs a batch', () => {
  const writes = [aWrite({ deadlineHours: 2 }), aWrite({ deadlineHours: 48 }), aWrite()];
  expect(fillBatches(writes, new Map(), ids())[0]?.deadlineHours).toBe(48);
});

test('whatever arrives: no record is in two batches, none is lost, sizes are 1 to 100, order is kept', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(2), { maxLength: 350 }), fc.nat(99), (keys, already) => {
      const writes = keys.map((key) => aWrite({ objectName: `o${key}` }));
      const open =
        already > 0
          ? new Map([
              [batchKeyOf(aWrite({ objectName: 'o0' })), { id: 'open', count: already, deadlineHours: 1 }],
            ])
          : new Map<string, never>();
      const batches = fillBatches(writes, open, ids());
      expect(new Set(batches.flatMap(({ added }) => added.map(({ write }) => write))).size).toBe(
        writes.length,
      );
      for (const { count, full, added } of batches) {
        expect(count).toBeGreaterThanOrEqual(1);
        expect(count).toBeLessThanOrEqual(100);
        expect(full).toBe(count === 100);
        expect(added.map(({ index }) => index)).toEqual(added.map((_, at) => count - added.length + at));
      }
    }),
  );
});
