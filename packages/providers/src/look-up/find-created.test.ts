import { expect, test } from '@jest/globals';
import type { Failed, JsonObject } from '@writ/write-core';
import type { ProviderCall } from '../adapter.ts';
import type { KeyField } from './key-field.ts';
import { createFindCreated } from './find-created.ts';

const connection = { provider: 'p', account: 'a', accessToken: 't' };

/** What is asked for is noted, in time that stands until it is moved. */
function watched() {
  const described: string[] = [];
  const time = { nowMs: 1 };
  const { findCreated } = createFindCreated(
    {
      mostValues: 100,
      describeKeys: ({ objectName }) => {
        described.push(objectName);
        return Promise.resolve({ kind: 'keys', fields: [] });
      },
      describedBy: ({ headers }) => headers,
      ask: () => Promise.reject(new Error('nothing is looked for by no key')),
    },
    { now: () => time.nowMs },
  );
  const look = async (objectName: string, of: object = {}, more: object = {}): Promise<number> => {
    const call = { connection: { ...connection, ...of }, objectName, ...more } as ProviderCall;
    await findCreated(call, [{ fields: {} }]);
    return described.length;
  };
  return { look, time };
}

test('the key fields of an object are known for ten minutes, per account', async () => {
  const { look, time } = watched();
  expect(await look('contacts')).toBe(1);
  time.nowMs += 10 * 60_000;
  expect(await look('contacts', { accessToken: 'another' })).toBe(1);
  expect(await look('deals')).toBe(2);
  expect(await look('contacts', { account: 'b' })).toBe(3);
  expect(await look('contacts', {}, { headers: [{ key: 'Names', value: 'other' }] })).toBe(4);
  time.nowMs += 2;
  expect(await look('contacts')).toBe(5);
});

test('of more than a thousand objects the one that was described first is forgotten', async () => {
  const { look } = watched();
  for (let number = 0; number <= 1_000; number += 1) await look(`object ${number}`);
  expect(await look('object 1')).toBe(1_001);
  expect(await look('object 0')).toBe(1_002);
});

/** Describes an object with two unique fields, as soon as `describe` is called, or fails so often. */
function described(failures = 0) {
  const waiting: (() => void)[] = [];
  let asked = 0;
  const field = (name: string): KeyField => ({
    name,
    asked: (value) => (typeof value === 'string' ? value : undefined),
    folded: (value) => value.toLowerCase(),
    isUpserted: true,
  });
  const { uniqueKeysOf } = createFindCreated({
    mostValues: 100,
    describeKeys: async () => {
      asked += 1;
      const hasFailed = asked <= failures;
      await new Promise<void>((resolve) => waiting.push(resolve));
      return hasFailed ? unavailable : { kind: 'keys', fields: [field('Key__c'), field('Mail__c')] };
    },
    ask: () => Promise.reject(new Error('nothing is looked for')),
  });
  const keysOf = (signal: AbortSignal, ...records: JsonObject[]) =>
    uniqueKeysOf(
      { connection, objectName: 'Contact', signal } as ProviderCall,
      records.map((fields) => ({ fields })),
    );
  const describe = async (): Promise<void> => {
    await new Promise(setImmediate);
    for (const resolve of waiting.splice(0)) resolve();
  };
  return { keysOf, describe, asked: () => asked };
}
const lasting = new AbortController().signal;
const unavailable: Failed = {
  kind: 'failed',
  faults: [{ kind: 'unavailable', sent: 'rejected', retryable: true, message: 'down' }],
};

test('each record has the keys of all its unique fields, and callers at the same time share one description', async () => {
  const { keysOf, describe, asked } = described();
  const both = keysOf(lasting, { key__c: 'A', Mail__c: 'M' }, { Name: 'n' });
  const other = keysOf(lasting, { KEY__C: 'a' });
  await describe();
  expect(await both).toEqual({ kind: 'keys', records: [['Key__c a', 'Mail__c m'], []] });
  expect(await other).toEqual({ kind: 'keys', records: [['Key__c a']] });
  expect(asked()).toBe(1);
});

test('a description that failed is the answer to all who wait, unless its own caller gave it up', async () => {
  const failed = described(1);
  const waiting = [failed.keysOf(lasting, {}), failed.keysOf(lasting, {})];
  await failed.describe();
  expect(await Promise.all(waiting)).toEqual([unavailable, unavailable]);
  const { keysOf, describe, asked } = described(1);
  const gone = new AbortController();
  const both = [keysOf(gone.signal, { Key__c: 'a' }), keysOf(lasting, { Key__c: 'b' })];
  gone.abort();
  await describe();
  expect(await both[0]).toEqual(unavailable);
  await describe();
  expect(await both[1]).toEqual({ kind: 'keys', records: [['Key__c b']] });
  expect(asked()).toBe(2);
});
