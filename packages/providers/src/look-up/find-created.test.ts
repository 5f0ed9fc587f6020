import { expect, test } from '@jest/globals';
import type { ProviderCall } from '../adapter.ts';
import { createFindCreated } from './find-created.ts';

const connection = { provider: 'p', account: 'a', accessToken: 't' };

/** What is asked for is noted, in time that stands until it is moved. */
function watched() {
  const described: string[] = [];
  const time = { nowMs: 1 };
  const find = createFindCreated(
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
    await find(call, [{ fields: {} }]);
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
