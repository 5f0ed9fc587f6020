import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { batchKeyOf, fillBatches, makesDue, type BatchedWrite } from './auto-batch.ts';
import { recordJson } from '../../record-columns.ts';

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
const limits = { records: 100, bytes: 1_000 };
const ids = () => {
  let last = 0;
  return () => `new-${(last += 1)}`;
};

test('writes of one key go into the open batch, and the 101st opens the next', () => {
  const open = new Map([
    [batchKeyOf(aWrite()), { id: 'open', laneId: 'l', count: 98, bytes: 98, deadlineHours: 1 }],
  ]);
  const batches = fillBatches([aWrite(), aWrite(), aWrite({ maxDelayMinutes: 9 })], open, ids());
  expect(
    batches.map(({ id, count, full, added }) => [id, count, full, added.map(({ index }) => index)]),
  ).toEqual([
    ['open', 100, true, [98, 99]],
    ['new-1', 1, false, [0]],
  ]);
  expect(batches[1]?.first?.maxDelayMinutes).toBe(9);
});

const aWriteOf = (bytes: number, changes: Partial<BatchedWrite> = {}): BatchedWrite => {
  const empty = recordJson({ fields: { n: '' } }).bytes;
  return aWrite({ ...changes, record: { fields: { n: 'x'.repeat(bytes - empty) } } });
};

test('a batch that has no room for a record is closed, and the record opens the next', () => {
  const open = new Map([
    [batchKeyOf(aWrite()), { id: 'open', laneId: 'l', count: 2, bytes: 900, deadlineHours: 3 }],
  ]);
  const batches = fillBatches([aWriteOf(101), aWriteOf(899), aWriteOf(50)], open, ids(), limits);
  expect(
    batches.map(({ id, closes, count, bytes, full, added }) => [
      id,
      closes,
      count,
      bytes,
      full,
      added.length,
    ]),
  ).toEqual([
    ['open', undefined, 2, 900, true, 0],
    ['new-1', 'open', 2, 1_000, true, 2],
    ['new-2', undefined, 1, 50, false, 1],
  ]);
  expect(batches.map(makesDue)).toEqual([true, true, false]);
  expect(batches[0]?.deadlineHours).toBe(3);
});

test('a batch of the account that an installation has left is closed, and its next record opens another', () => {
  const open = new Map([
    [batchKeyOf(aWrite()), { id: 'open', laneId: 'l', count: 2, bytes: 60, deadlineHours: 1 }],
  ]);
  const [there, here] = [aWrite({ laneId: 'm' }), aWrite()];
  const batches = fillBatches([here, there, there], open, ids());
  expect(batches.map(({ id, laneId, closes, count, full }) => [id, laneId, closes, count, full])).toEqual([
    ['open', 'l', undefined, 3, true],
    ['new-1', 'm', 'open', 2, false],
  ]);
});

test('a record that is larger than a batch may be has one of its own', () => {
  const batches = fillBatches([aWriteOf(50), aWriteOf(5_000), aWriteOf(50)], new Map(), ids(), limits);
  expect(batches.map(({ count, bytes, full }) => [count, bytes, full])).toEqual([
    [1, 50, true],
    [1, 5_000, true],
    [1, 50, false],
  ]);
});

test('what counts of a record is the length of its JSON in UTF-8', () => {
  const [batch] = fillBatches([aWrite({ record: { fields: { n: 'ä€' } } })], new Map(), ids());
  expect(batch?.bytes).toBe('{"planned":{"n":""}}'.length + 5);
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
              [
                batchKeyOf(aWrite({ objectName: 'o0' })),
                { id: 'open', laneId: 'l', count: already, bytes: already, deadlineHours: 1 },
              ],
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

test('whatever sizes arrive: a batch holds no more bytes than it may, and is closed only where the next one did not fit', () => {
  const sizes = fc.array(fc.record({ key: fc.nat(1), bytes: fc.integer({ min: 30, max: 1_200 }) }), {
    maxLength: 60,
  });
  fc.assert(
    fc.property(sizes, fc.nat(1_100), (given, already) => {
      const writes = given.map(({ key, bytes }) => aWriteOf(bytes, { objectName: `o${key}` }));
      const key = batchKeyOf(aWrite({ objectName: 'o0' }));
      const open = new Map([[key, { id: 'open', laneId: 'l', count: 1, bytes: already, deadlineHours: 1 }]]);
      const all = fillBatches(writes, already > 0 ? open : new Map<string, never>(), ids(), limits);
      for (const objectName of ['o0', 'o1']) {
        const batches = all.filter(({ write }) => write.objectName === objectName);
        expect(batches.flatMap(({ added }) => added.map(({ write }) => write))).toEqual(
          writes.filter((write) => write.objectName === objectName),
        );
        batches.forEach(({ count, bytes, full }, at) => {
          const next = batches[at + 1]?.added[0]?.write.record;
          expect(count === 1 || bytes <= limits.bytes).toBe(true);
          if (next) expect(full && bytes + recordJson(next).bytes > limits.bytes).toBe(true);
          else expect(full).toBe(bytes >= limits.bytes);
        });
      }
    }),
  );
});
