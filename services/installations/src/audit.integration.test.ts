import { generateKeyPairSync } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { AuditEntry, Page } from '@writ/contracts';
import { newId } from '@writ/db';
import { removeAuditEntries } from '@writ/tenancy';
import { testDatabase } from '@writ/test-kit';
import { SignJWT } from 'jose';
import { startService, type TestService } from './testing/start-service.ts';
import { issuesOf, testProject } from './testing/test-project.ts';

let service: TestService;
beforeAll(async () => {
  service = await startService(await testDatabase());
});
afterAll(() => service.close());

type WithId = { id: string };
type Project = Awaited<ReturnType<typeof testProject>>;

const entriesOf = async ({ call }: Project, query = ''): Promise<AuditEntry[]> =>
  ((await call('GET', `/audit${query}`)).body as Page<AuditEntry>).results;

test('an entry tells who changed what, by which request, and how it was before', async () => {
  const project = await testProject(service);
  const made = (await project.call('POST', '/api-keys', { label: 'ci', scopes: ['full'] })).body as WithId;
  const body = { updateMask: ['label', 'active'], apiKey: { label: 'build', active: true } };
  await project.call('PATCH', `/api-keys/${made.id}`, body, { 'X-Request-Id': 'rename-1' });
  const { keyId } = (await service.send('GET', '/whoami', { key: project.key })).body as { keyId: string };
  expect(await entriesOf(project, '?requestId=rename-1')).toEqual([
    {
      id: expect.any(String),
      projectId: project.id,
      time: expect.any(String),
      actor: { kind: 'apiKey', id: keyId },
      requestId: 'rename-1',
      action: 'patchApiKey',
      resource: { kind: 'apiKey', id: made.id },
      changes: { label: { before: 'ci', after: 'build' } },
    },
  ]);
  await project.call('DELETE', `/api-keys/${made.id}`);
  expect(await entriesOf(project, `?resourceId=${made.id}`)).toMatchObject([
    { action: 'deleteApiKey', changes: { label: { before: 'build' } } },
    { action: 'patchApiKey' },
    { action: 'postApiKey', changes: { label: { after: 'ci' }, scopes: { after: ['full'] } } },
  ]);
});

test('a token is told with its group, and new credentials only as changed', async () => {
  const project = await testProject(service);
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  const publicKeyPem = publicKey.export({ type: 'spki', format: 'pem' }).toString();
  const key = { label: 'portal', algorithm: 'EdDSA', publicKeyPem };
  const { id: kid } = (await project.call('POST', '/jwt-keys', key)).body as WithId;
  const token = await new SignJWT({ groupRef: 'acme' })
    .setProtectedHeader({ alg: 'EdDSA', kid })
    .setAudience(project.id)
    .setIssuedAt()
    .setExpirationTime('5 min')
    .sign(privateKey);
  const body = { provider: 'hubspot', groupRef: 'acme', apiKey: 'sandbox-hubspot-acme' };
  const path = `/projects/${project.id}/connections:generate`;
  expect((await service.send('POST', path, { token, body })).status).toBe(201);
  await service.send('POST', path, { token, body: { ...body, consumerRef: 'user-1' } });
  const [again, first] = await entriesOf(project, '?resource=connection');
  expect(first).toMatchObject({
    actor: { kind: 'jwt', id: kid, groupRef: 'acme' },
    changes: { provider: { after: 'hubspot' }, credentials: { changed: true } },
  });
  expect(again?.changes).toEqual({ consumerRef: { after: 'user-1' }, credentials: { changed: true } });
});

test('lists are narrowed, go by pages, newest first, and are for those with every right alone', async () => {
  const project = await testProject(service);
  await project.apply();
  await project.apply();
  const [one, other] = await entriesOf(project, '?action=putIntegrationsBatch&resource=integration');
  expect([one, other].map((entry) => entry?.resource.kind)).toEqual(['integration', 'integration']);
  expect(await entriesOf(project, `?resourceId=${other!.resource.id}`)).toEqual([other]);
  expect(await entriesOf(project, `?actor=${one!.actor.id}&since=${other!.time}`)).toContainEqual(one);
  expect(await entriesOf(project, '?actor=admin')).toMatchObject([
    { action: 'postApiKey' },
    { action: 'postProject', changes: { name: { after: project.name } } },
  ]);
  expect(await entriesOf(project, `?until=${new Date(0).toISOString()}`)).toEqual([]);

  const whole = await entriesOf(project);
  const paged: AuditEntry[] = [];
  for (let token = ''; ;) {
    const { body } = await project.call('GET', `/audit?pageSize=1${token}`);
    const { results, pagination } = body as Page<AuditEntry>;
    paged.push(...results);
    if (pagination.done) break;
    token = `&pageToken=${pagination.nextPageToken}`;
  }
  expect(paged).toEqual(whole);
  expect(whole.map(({ id }) => id)).toEqual(
    whole
      .map(({ id }) => id)
      .toSorted()
      .reverse(),
  );

  const key = await project.keyWith('installations:manage', 'operations:manage', 'notifications:manage');
  expect((await service.send('GET', `/projects/${project.id}/audit`, { key })).status).toBe(403);
  expect((await service.send('GET', '/audit', { key: project.key })).status).toBe(403);
  expect(issuesOf(await project.call('GET', '/audit?pageToken=abc'))).toMatchObject([{ name: 'pageToken' }]);
  const all = (await service.send('GET', `/audit?resourceId=${project.id}`)).body as Page<AuditEntry>;
  expect(all.results).toEqual(await entriesOf(project, `?resourceId=${project.id}`));
});

test('only what is older than it is kept for is removed', async () => {
  const project = await testProject(service);
  const { prisma, pool } = service.database;
  const dayMs = 86_400_000;
  const add = async (days: number): Promise<string> => {
    const past = Date.now() - days * dayMs;
    const id = past.toString(16).padStart(12, '0') + newId().replaceAll('-', '').slice(12);
    await pool.query(
      `INSERT INTO audit_entry (id, time, actor_kind, actor_id, request_id, action, resource, resource_id, changes)
       VALUES ($1, to_timestamp($2), 'command', 'root', 'r', 'a', 'old', 'x', '{}')`,
      [id, past / 1_000],
    );
    return id.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
  };
  const [kept] = [await add(364), await add(366), await add(400)];
  const count = (await entriesOf(project)).length;
  expect(await removeAuditEntries(prisma, { ageMs: 365 * dayMs, limit: 1 })).toBe(1);
  expect(await removeAuditEntries(prisma, { ageMs: 365 * dayMs, limit: 10 })).toBe(1);
  const { results } = (await service.send('GET', '/audit?resource=old')).body as Page<AuditEntry>;
  expect(results.map(({ id }) => id)).toEqual([kept]);
  expect(await entriesOf(project)).toHaveLength(count);
});
