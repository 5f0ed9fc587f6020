import { expect, test } from '@jest/globals';
import { Fault } from '@writ/http-kit';
import { createProviders, providerEndpoints } from '@writ/providers';
import { lookAtTarget } from './look-at-target.ts';

test('of very many objects that may be written the first hundred are named, and how many more there are', async () => {
  const endpoints = providerEndpoints({
    HUBSPOT_BASE_URL: 'http://127.0.0.1:9',
    HUBSPOT_PATH_VERSION: 'v3',
    SALESFORCE_LOGIN_URL: 'http://127.0.0.1:9',
    SALESFORCE_API_VERSION: '66.0',
    SALESFORCE_ALLOW_HOSTS: [],
  });
  const { adapterFor, close } = createProviders({ endpoints, connectionsPerOrigin: 1, userAgent: 'test' });
  const writableObjects = Array.from({ length: 250 }, (_, at) => `object${at}`);
  const object = { in: 'path', name: 'objectName', value: 'nothing' } as const;
  const { write } = lookAtTarget(
    { kind: 'object-not-in-manifest', integrationId: 'i', provider: 'hubspot', writableObjects },
    { adapterFor, object, request: { groupRef: 'acme', type: 'create', record: { a: 1 } } },
  );
  const context = write instanceof Fault ? write.facts.context : undefined;
  expect(context).toEqual({ writableObjects: writableObjects.slice(0, 100), moreWritableObjects: 150 });
  await close();
});
