import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { newId } from '@writ/db';
import { testDatabase, type TestDatabase } from '@writ/test-kit';
import { dropWrite } from '../synchronous/drop-write.ts';
import { answerKey, reserveKeys, type KeyReservation } from './idempotency-keys.ts';

let db: TestDatabase;
beforeAll(async () => {
  db = await testDatabase();
});
afterAll(() => db.drop());

const aRequest = () => ({
  projectId: newId(),
  scope: 'demo/contacts',
  key: newId(),
  bodyHash: randomBytes(32),
});
const later = (request = aRequest()): KeyReservation => ({ ...request, keptHours: 49, operationId: newId() });
const now = (request = aRequest(), leaseMs = 60_000) => ({
  ...request,
  keptHours: 48,
  begun: { id: newId(), leaseMs, operation: '{}' },
});
const drop = (reserved: ReturnType<typeof now>) =>
  dropWrite(db.pool, { projectId: reserved.projectId, id: reserved.begun.id }, reserved);
const reserve = async (...reservations: KeyReservation[]) => reserveKeys(db.pool, reservations);

test('the first request with a key has it; the same one again is told the operation', async () => {
  const request = aRequest();
  const first = later(request);
  expect(await reserve(first)).toEqual([{ kind: 'reserved' }]);
  expect(await reserve(later(request))).toEqual([
    { kind: 'accepted', operationId: 'operationId' in first ? first.operationId : '' },
  ]);
});

test('of two in one group the first wins, and other keys are not touched', async () => {
  const request = aRequest();
  const first = later(request);
  const states = await reserve(first, later(request), later());
  expect(states.map(({ kind }) => kind)).toEqual(['reserved', 'accepted', 'reserved']);
});

test('another body under the same key is a mismatch, also while the first runs', async () => {
  const request = now();
  await reserve(request);
  expect(await reserve(now({ ...request, bodyHash: randomBytes(32) }))).toEqual([{ kind: 'mismatch' }]);
});

test('a synchronous write is running, then answered with what was kept', async () => {
  const request = aRequest();
  await reserve(now(request));
  expect(await reserve(now(request))).toEqual([{ kind: 'running' }]);
  await answerKey(db.pool, request, { status: 422, body: { title: 'no' } });
  expect(await reserve(now(request))).toEqual([
    { kind: 'answered', answer: { status: 422, body: { title: 'no' } } },
  ]);
});

test('of an answer that no database stores the rest is kept, and its look-alikes as they are', async () => {
  const request = aRequest();
  await reserve(now(request));
  await answerKey(db.pool, request, {
    body: { id: '7', data: [{ 'a\0': 'b\ud83d', c: '\\u0000', d: null }] },
  });
  expect(await reserve(now(request))).toEqual([
    {
      kind: 'answered',
      answer: { body: { id: '7', data: [{ 'a\uFFFD': 'b\uFFFD', c: '\\u0000', d: null }] } },
    },
  ]);
});

test('the outcome of a write is unknown once its lease has expired', async () => {
  const request = aRequest();
  const first = now(request, 0);
  await reserve(first);
  expect(await reserve(now(request))).toEqual([{ kind: 'unknown', operationId: first.begun.id }]);
});

test('a released key can be had again; an answered one is not released', async () => {
  const first = now();
  await reserve(first);
  await drop(first);
  const second = now(first);
  expect(await reserve(second)).toEqual([{ kind: 'reserved' }]);
  await answerKey(db.pool, second, { status: 200, body: {} });
  await drop(second);
  expect((await reserve(now(first)))[0]?.kind).toBe('answered');
});

test('a key is released and reserved anew by its holder alone', async () => {
  const [first, other] = [now(), now()];
  const second = now(first);
  await reserve(first, other);
  await drop(second);
  await drop(other);
  expect(await reserve(second, other)).toEqual([{ kind: 'running' }, { kind: 'reserved' }]);
  expect(await reserve(first)).toEqual([{ kind: 'reserved' }]);
});

test('a key that has expired begins anew', async () => {
  const request = aRequest();
  await reserve({ ...now(request), keptHours: -1 });
  expect(await reserve(now(request))).toEqual([{ kind: 'reserved' }]);
});

test('of a hundred at once exactly one has the key', async () => {
  const request = aRequest();
  const states = (await Promise.all(Array.from({ length: 100 }, () => reserve(later(request))))).flat();
  expect(states.filter(({ kind }) => kind === 'reserved')).toHaveLength(1);
  expect(new Set(states.flatMap((s) => (s.kind === 'accepted' ? [s.operationId] : []))).size).toBe(1);
});
