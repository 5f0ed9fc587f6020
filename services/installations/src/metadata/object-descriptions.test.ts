import { expect, test } from '@jest/globals';
import { Refusal } from '@writ/problems';
import type { Connection } from '@writ/installation';
import type { DescribedObject } from '@writ/providers';
import type { Failed } from '@writ/write-core';
import { objectDescriptions } from './object-descriptions.ts';

const connection = {
  id: 'c',
  projectId: 'p',
  provider: 'hubspot',
  account: 'a',
  status: 'working',
} as Connection;

const described = (options = 0): DescribedObject => ({
  kind: 'described',
  fields: [
    {
      name: 'f',
      label: 'F',
      valueType: 'singleSelect',
      providerType: 'enumeration',
      readOnly: false,
      unique: false,
      custom: false,
      options: Array.from({ length: options }, (_, at) => ({ value: `${at}`, label: `${at}` })),
    },
  ],
});

const failed: Failed = {
  kind: 'failed',
  faults: [{ kind: 'timeout', sent: 'unknown', retryable: true, message: 'Late', retryAfterMs: 3_000 }],
};

/** The test gives answers and moves time. */
function watched() {
  const asked: string[] = [];
  const time = { nowMs: 1 };
  const provider: { answer: (objectName: string) => DescribedObject | Failed } = {
    answer: () => described(),
  };
  const describe = objectDescriptions(
    {
      providers: {
        adapterFor: () => ({
          describeObject: ({ objectName }) => {
            asked.push(objectName);
            return Promise.resolve(provider.answer(objectName));
          },
        }),
      },
      governor: { paced: (_account, _options, work) => work({ begin: () => Promise.reject(new Error()) }) },
      connections: {
        find: (id) =>
          Promise.resolve({ kind: 'usable', connection: { ...connection, id, sealed: '' } as never }),
        renew: () => Promise.resolve(undefined),
      },
    },
    { now: () => time.nowMs },
  );
  const ask = async (objectName: string, of: Partial<Connection> = {}, refresh = false): Promise<number> => {
    const asker = { isPage: false, isDeclared: true, refresh };
    await describe({ connection: { ...connection, ...of }, objectName, ...asker });
    return asked.length;
  };
  return { ask, asked, provider, time };
}

test('what was told is known for five minutes, for a connection as it is and its account', async () => {
  const { ask, time } = watched();
  expect(await ask('contacts')).toBe(1);
  time.nowMs += 5 * 60_000;
  expect(await ask('contacts')).toBe(1);
  expect(await ask('deals')).toBe(2);
  expect(await ask('contacts', { id: 'd' })).toBe(3);
  expect(await ask('contacts', { account: 'b' })).toBe(4);
  const updateTime = new Date(1);
  expect(await ask('contacts', { updateTime })).toBe(5);
  expect(await ask('contacts', { updateTime })).toBe(5);
  expect(await ask('contacts', {}, true)).toBe(6);
  time.nowMs += 5 * 60_000 + 1;
  expect(await ask('contacts')).toBe(7);
});

test('of all who ask at once one does', async () => {
  const { ask, asked } = watched();
  await Promise.all([ask('contacts'), ask('contacts', {}, true), ask('contacts'), ask('deals')]);
  expect(asked.toSorted()).toEqual(['contacts', 'deals']);
});

test('what is too much to be remembered pushes out what was used last, and is told all the same', async () => {
  const { ask, provider } = watched();
  provider.answer = () => described(90_000);
  for (const name of ['one', 'two', 'three']) await ask(name);
  expect(await ask('three')).toBe(3);
  expect(await ask('one')).toBe(4);
  provider.answer = () => described(300_000);
  expect(await ask('huge')).toBe(5);
  expect(await ask('huge')).toBe(6);
});

test('a failure is told with when to ask again, and is not remembered; what was known before is asked for anew', async () => {
  const { ask, provider } = watched();
  await ask('contacts');
  provider.answer = () => failed;
  const refusal = await ask('contacts', {}, true).catch((error: unknown) => error);
  expect(refusal).toBeInstanceOf(Refusal);
  expect(refusal).toMatchObject({
    kind: 'provider-timeout',
    facts: { retryable: true, retryAfter: expect.any(Date), subsystem: 'hubspot' },
  });
  provider.answer = () => described();
  expect(await ask('contacts')).toBe(3);
});

test('of a connection that does not work nothing is remembered', async () => {
  const { ask } = watched();
  await ask('contacts');
  expect(await ask('contacts', { status: 'unverified' })).toBe(2);
  expect(await ask('contacts')).toBe(2);
});
