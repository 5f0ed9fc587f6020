import { expect, test } from '@jest/globals';
import { Fault } from '@writ/problems';
import { createProviders, sandboxConfig } from '@writ/providers';
import { lookAtTarget } from './look-at-target.ts';

test('of very many objects that may be written the first hundred are named, and how many more there are', async () => {
  const config = sandboxConfig('http://127.0.0.1:9');
  const { adapterFor, close } = createProviders({ config, connectionsPerOrigin: 1 });
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
