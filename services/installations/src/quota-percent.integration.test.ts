import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { AuditEntry, ConnectionAnswer, Page } from '@writ/contracts';
import { quotaPercents } from '@writ/installation';
import { testDatabase } from '@writ/test-kit';
import { startService, type TestService } from './testing/start-service.ts';
import { issuesOf, testProject } from './testing/test-project.ts';

let service: TestService;
beforeAll(async () => {
  service = await startService(await testDatabase());
});
afterAll(() => service.close());

const mask = ['quotaPercent'];

test('a quota percentage is set with a connection, changed, removed, and recorded in the audit', async () => {
  const { id: projectId, call, connect } = await testProject(service);
  const id = await connect('acme', { quotaPercent: 30 });
  const shown = async () => (await call('GET', `/connections/${id}`)).body as ConnectionAnswer;
  const patch = (connection: object) => call('PATCH', `/connections/${id}`, { updateMask: mask, connection });
  expect(await shown()).toMatchObject({ quotaPercent: 30 });
  await connect('acme');
  expect(await shown()).toMatchObject({ quotaPercent: 30 });
  expect(await patch({ quotaPercent: 100 })).toMatchObject({ status: 200, body: { quotaPercent: 100 } });
  const { account } = await shown();
  expect(await quotaPercents(service.database.pool)).toContainEqual({
    projectId,
    provider: 'hubspot',
    account,
    quotaPercent: 100,
  });
  expect((await patch({})).body).not.toHaveProperty('quotaPercent');
  expect(issuesOf(await patch({}))).toMatchObject([{ name: '/updateMask/0' }]);
  const { results } = (await call('GET', `/audit?resourceId=${id}`)).body as Page<AuditEntry>;
  expect(results.map(({ changes }) => changes['quotaPercent'])).toEqual([
    { before: 100 },
    { before: 30, after: 100 },
    undefined,
    { after: 30 },
  ]);
});

test('a quota percentage is a whole number from 1 to 100', async () => {
  const { call, connect } = await testProject(service);
  const id = await connect('acme');
  for (const quotaPercent of [0, 101, 1.5, null, '30']) {
    const refused = await call('PATCH', `/connections/${id}`, {
      updateMask: mask,
      connection: { quotaPercent },
    });
    expect([refused.status, issuesOf(refused)]).toMatchObject([400, [{ name: '/connection/quotaPercent' }]]);
  }
});

test('a key in a page may connect, but set no quota percentage', async () => {
  const { id, call, keyWith } = await testProject(service);
  const key = await keyWith('frontend');
  const connect = (more: object) => {
    const body = { provider: 'hubspot', groupRef: 'acme', apiKey: 'sandbox-hubspot-acme', ...more };
    return service.send('POST', `/projects/${id}/connections:generate`, { key, body });
  };
  expect((await connect({ quotaPercent: 100 })).status).toBe(403);
  expect((await connect({})).status).toBe(201);
  const listed = (await call('GET', '/connections')).body as ConnectionAnswer[];
  expect(listed).toHaveLength(1);
  expect(listed[0]).not.toHaveProperty('quotaPercent');
});
