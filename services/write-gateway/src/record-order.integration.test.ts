import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { viewOperation } from '@writ/operation/testing';
import { testDatabase } from '@writ/test-kit';
import { startGateway } from './testing/start-gateway.ts';

let gateway: Awaited<ReturnType<typeof startGateway>>;
beforeAll(async () => {
  gateway = await startGateway(await testDatabase());
});
afterAll(() => gateway.close());

test('a later update of a record waits for the earlier one, whichever form of its id each names', async () => {
  const installed = await gateway.install({ provider: 'salesforce', objectName: 'Contact' });
  const update = async (id: string) => {
    const record = { id, Title: 'CTO' };
    const { body } = await installed.write({ type: 'update', mode: 'asynchronous', record });
    return viewOperation(gateway.database.prisma, installed.projectId, String(body['operationId']));
  };
  expect((await update('003000000000001AAA'))?.waiting).toBeUndefined();
  expect((await update('003000000000001'))?.waiting).toEqual({ reason: 'order' });
  expect((await update('003000000000002AAA'))?.waiting).toBeUndefined();
});
