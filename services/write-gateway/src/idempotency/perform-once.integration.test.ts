import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { newId, openDatabase } from '@writ/db';
import { Refusal } from '@writ/problems';
import type { BegunWrite, KeyedRequest } from '@writ/operation';
import { aTarget } from '@writ/operation/testing';
import { createAppLogger, createClosing, type Closing } from '@writ/service-kit';
import { databaseLink, type DatabaseLink, eventually, patientConnection, testDatabase } from '@writ/test-kit';
import { createStoreOrRetry } from './store-or-retry.ts';
import { createPerformOnce, type PerformOnce } from './perform-once.ts';

const logger = createAppLogger({ service: 'test', level: 'error', write: () => undefined });

let beneath: Closing;
let link: DatabaseLink;
let performOnce: PerformOnce;
/** A regular stop. */
let stop: () => Promise<void>;
beforeEach(async () => {
  beneath = createClosing();
  const server = beneath.add(await testDatabase(), (opened) => opened.drop());
  link = beneath.add(await databaseLink(server.url), (opened) => opened.close());
  const { pool } = beneath.add(
    openDatabase({ url: link.url, maxConnections: 4, applicationName: 'test', limits: patientConnection }),
    (opened) => opened.close(),
  );
  const closing = createClosing();
  performOnce = createPerformOnce({ pool, store: createStoreOrRetry(logger, closing) });
  stop = () => closing.close();
});
afterEach(async () => {
  await stop();
  await beneath.close();
});

const aRequest = (): KeyedRequest => ({
  projectId: newId(),
  scope: 'i/contacts',
  key: newId(),
  bodyHash: Buffer.from('x'),
});
const begins = ({ projectId, key }: KeyedRequest): BegunWrite => ({
  ...aTarget({ projectId }),
  id: newId(),
  type: 'create',
  form: 'single',
  allOrNone: false,
  requestId: 'r',
  notes: [],
  records: [{ fields: {} }],
  idempotencyKey: key,
});
const once = (request: KeyedRequest, act: () => Promise<Record<string, unknown>>) =>
  performOnce(begins(request), request, act);
const perform = (request: KeyedRequest) => once(request, () => Promise.resolve({ operationId: 'o' }));
const fail = (request: KeyedRequest, error: Error) => once(request, () => Promise.reject(error));
const performed = { body: { operationId: 'o' }, replayed: false };
const connectionRefused = (outcome: string) =>
  new Refusal('connection-not-working', { detail: 'gone', context: { connectionId: 'c', outcome } });

test('a key is given back when the database was away before anything was sent', async () => {
  const request = aRequest();
  const away = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });
  await expect(fail(request, away)).rejects.toBe(away);
  expect(await eventually(() => perform(request))).toEqual(performed);
});

test('a key is kept when nobody knows what a bug left behind', async () => {
  const request = aRequest();
  await expect(fail(request, new Error('a bug'))).rejects.toThrow('a bug');
  await expect(perform(request)).rejects.toMatchObject({ kind: 'request-running' });
});

test('a key is given back when the connection has to be made anew, unless something may have been written', async () => {
  const [before, amid] = [aRequest(), aRequest()];
  await expect(fail(before, connectionRefused('notSent'))).rejects.toThrow(Refusal);
  expect(await perform(before)).toEqual(performed);
  await expect(fail(amid, connectionRefused('unknown'))).rejects.toThrow(Refusal);
  await expect(perform(amid)).rejects.toMatchObject({ kind: 'connection-not-working' });
});

test('a reservation whose answer is lost is made again, and is no stranger', async () => {
  link.loseAnswerTo('INSERT INTO idempotency_key');
  expect(await perform(aRequest())).toEqual(performed);
  expect(link.losses()).toBe(1);
});

test.each(['loseAnswerTo', 'lose'] as const)(
  'an answer whose connection breaks while it is kept is kept all the same: %s',
  async (lose) => {
    const request = aRequest();
    link[lose]('UPDATE idempotency_key SET answer');
    expect(await perform(request)).toEqual(performed);
    expect(link.losses()).toBe(1);
    expect(await perform(request)).toEqual({ ...performed, replayed: true });
  },
);

test('a key is given back whose reservation was stored, although nobody was told', async () => {
  const request = aRequest();
  link.loseAnswerTo('INSERT INTO idempotency_key', 2);
  await expect(perform(request)).rejects.toThrow(/terminated|ECONNRESET/);
  expect(link.losses()).toBe(2);
  expect(await eventually(() => perform(request))).toEqual(performed);
});

test('a key that is held by another request stays', async () => {
  const request = aRequest();
  const begun = Promise.withResolvers<undefined>();
  const held = Promise.withResolvers<Record<string, unknown>>();
  const first = once(request, () => {
    begun.resolve(undefined);
    return held.promise;
  });
  await begun.promise;
  await expect(perform(request)).rejects.toMatchObject({ kind: 'request-running' });
  link.loseAnswerTo('INSERT INTO idempotency_key', 2);
  await expect(perform(request)).rejects.toThrow(/terminated|ECONNRESET/);
  await stop();
  await expect(perform(request)).rejects.toMatchObject({ kind: 'request-running' });
  held.reject(connectionRefused('notSent'));
  await expect(first).rejects.toThrow(Refusal);
  expect(await perform(request)).toEqual(performed);
});

test.each(['as soon as it can be', 'before the process ends'])(
  'a key that could not be given back before the answer is given back %s',
  async (when) => {
    const request = aRequest();
    const refused = once(request, async () => {
      await link.cut();
      throw connectionRefused('notSent');
    });
    await expect(refused).rejects.toThrow(Refusal);
    await link.restore();
    if (when === 'before the process ends') {
      await stop();
      expect(await perform(request)).toEqual(performed);
    } else expect(await eventually(() => perform(request))).toEqual(performed);
  },
);
