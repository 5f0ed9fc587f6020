import { afterAll, expect, test } from '@jest/globals';
import type { InstallationForWrite } from '@writ/installation';
import type { NewOperation } from '@writ/operation';
import { createProviders, sandboxConfig } from '@writ/providers';
import type { ForwardHeader, PlannedRecord } from '@writ/write-core';
import { createAcceptWrite } from './accept-write.ts';

const { adapterFor, close } = createProviders({
  config: sandboxConfig('http://127.0.0.1:9'),
  connectionsPerOrigin: 1,
});

afterAll(() => close());

/** As stored for an update. */
async function togetherOf(
  provider: 'hubspot' | 'salesforce',
  { gather, headers = [] }: { gather?: boolean; headers?: ForwardHeader[] } = {},
): Promise<number | undefined> {
  const stored: NewOperation[] = [];
  const accept = createAcceptWrite({
    accept: {
      operation: (write) => {
        stored.push(write);
        return Promise.resolve({ kind: 'stored', operationId: write.id, due: 'later' });
      },
      batched: () => Promise.reject(new Error('this is no auto batch')),
    },
    waker: { wake: () => undefined, idle: () => Promise.resolve() },
    takeBacklog: () => Promise.resolve(),
  });
  const declaration = adapterFor(provider)?.declaration;
  if (!declaration) throw new Error(`There is no adapter for the provider ${provider}`);
  const records: PlannedRecord[] = [{ id: '5', fields: { city: 'Ulm' } }];
  await accept({
    installation: { projectId: 'p', provider, account: 'a', gather } as InstallationForWrite,
    plan: { type: 'update', form: 'single', allOrNone: false, records },
    notes: [],
    headers,
    objectName: 'contacts',
    requestId: 'r',
    when: { mode: 'asynchronous', deadlineHours: 1 },
    declaration,
    keyed: undefined,
  });
  return stored[0]?.together;
}

test("an asynchronous write shares calls where its provider and its object's config let it", async () => {
  expect(await togetherOf('hubspot')).toBe(100);
  expect(await togetherOf('hubspot', { gather: true })).toBe(100);
  expect(await togetherOf('hubspot', { gather: false })).toBeUndefined();
  expect(await togetherOf('salesforce')).toBeUndefined();
  expect(await togetherOf('salesforce', { gather: true })).toBe(200);
  const headers = [{ key: 'If-Unmodified-Since', value: 'Wed, 21 Oct 2015 07:28:00 GMT' }];
  expect(await togetherOf('salesforce', { gather: true, headers })).toBeUndefined();
});
