import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { testDatabase } from '@writ/test-kit';
import { SignJWT } from 'jose';
import { startService, type TestService } from './testing/start-service.ts';
import { issuesOf, testProject } from './testing/test-project.ts';

let service: TestService;
beforeAll(async () => {
  service = await startService(await testDatabase());
});
afterAll(() => service.close());

const { publicKey, privateKey } = generateKeyPairSync('ed25519');
const publicKeyPem = publicKey.export({ type: 'spki', format: 'pem' }).toString();

const token = (
  kid: string,
  claims: Record<string, unknown> = {},
  key: KeyObject = privateKey,
): Promise<string> =>
  new SignJWT(claims)
    .setProtectedHeader({ alg: 'EdDSA', kid })
    .setIssuedAt()
    .setExpirationTime('5 min')
    .sign(key);

async function withKey(more: object = {}) {
  const project = await testProject(service);
  const made = await project.call('POST', '/jwt-keys', {
    label: 'portal',
    algorithm: 'EdDSA',
    publicKeyPem,
    audienceRequired: false,
    ...more,
  });
  expect(made.status).toBe(201);
  const { kid } = made.body as { kid: string };
  const send = async (
    method: Parameters<typeof service.send>[0],
    below: string,
    claims: Record<string, unknown> = {},
    body?: unknown,
  ) => service.send(method, `/projects/${project.id}${below}`, { token: await token(kid, claims), body });
  return { project, kid, send };
}

test('a registered key is told whole, changed and deleted; its tokens count from its making to its end', async () => {
  const { project, kid, send } = await withKey();
  const key = {
    id: kid,
    kid,
    projectId: project.id,
    label: 'portal',
    algorithm: 'EdDSA',
    publicKeyPem,
    scopes: ['full'],
    audienceRequired: false,
    active: true,
    createTime: expect.any(String),
  };
  expect((await project.call('GET', `/jwt-keys/${kid}`)).body).toEqual(key);
  expect((await send('GET', '/jwt-keys')).body).toEqual([key]);
  const patch = (jwtKey: object) =>
    project.call('PATCH', `/jwt-keys/${kid}`, { updateMask: Object.keys(jwtKey), jwtKey });
  expect((await patch({ scopes: ['operations:read'] })).status).toBe(200);
  expect((await send('GET', '/jwt-keys')).status).toBe(403);
  expect((await patch({ scopes: ['full'], active: false })).body).toMatchObject({ active: false });
  expect((await send('GET', '/jwt-keys')).status).toBe(401);
  await patch({ active: true });
  expect((await send('GET', '/jwt-keys')).status).toBe(200);
  expect((await project.call('DELETE', `/jwt-keys/${kid}`)).status).toBe(204);
  expect((await send('GET', '/jwt-keys')).status).toBe(401);
  expect((await project.call('GET', `/jwt-keys/${kid}`)).status).toBe(404);
});

test('tokens of a new key name the project as their audience, unless the key says otherwise', async () => {
  const { project, kid, send } = await withKey({ audienceRequired: undefined });
  expect((await project.call('GET', `/jwt-keys/${kid}`)).body).toMatchObject({ audienceRequired: true });
  const statuses = async () =>
    Promise.all(
      [{}, { aud: project.id }, { aud: project.name }, { aud: 'elsewhere' }].map(
        async (claims) => (await send('GET', '/jwt-keys', claims)).status,
      ),
    );
  expect(await statuses()).toEqual([401, 200, 200, 401]);
  const body = { updateMask: ['audienceRequired'], jwtKey: { audienceRequired: false } };
  expect((await project.call('PATCH', `/jwt-keys/${kid}`, body)).status).toBe(200);
  expect(await statuses()).toEqual([200, 200, 200, 401]);
});

test('a point of small order is no key', async () => {
  const neutral = Buffer.from(`302a300506032b657003210001${'00'.repeat(31)}`, 'hex').toString('base64');
  const pem = `-----BEGIN PUBLIC KEY-----\n${neutral}\n-----END PUBLIC KEY-----`;
  const body = { label: 'x', algorithm: 'EdDSA', publicKeyPem: pem };
  const refused = await (await testProject(service)).call('POST', '/jwt-keys', body);
  expect([refused.status, issuesOf(refused)]).toMatchObject([400, [{ name: '/publicKeyPem' }]]);
});

test('a key that is none is refused, and a private one is not repeated', async () => {
  const project = await testProject(service);
  const secret = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
  const refused = await project.call('POST', '/jwt-keys', { label: 'x', publicKeyPem: secret });
  expect(issuesOf(refused)).toMatchObject([{ name: '/publicKeyPem' }]);
  expect(JSON.stringify(refused.body)).not.toContain(secret.split('\n')[1]);
  const other = await project.call('POST', '/jwt-keys', { label: '', algorithm: 'HS256', publicKeyPem });
  expect(issuesOf(other).map(({ name }) => name)).toEqual(['/label', '/algorithm']);
  const unfit = await project.call('POST', '/jwt-keys', { label: 'x', publicKeyPem });
  expect(issuesOf(unfit)).toMatchObject([{ name: '/publicKeyPem', detail: expect.stringContaining('RSA') }]);
});

test('a token of another key, and one beside an API key, is nobody', async () => {
  const { project, kid } = await withKey();
  const path = `/projects/${project.id}/integrations`;
  const forged = await token(kid, {}, generateKeyPairSync('ed25519').privateKey);
  expect((await service.send('GET', path, { token: forged })).status).toBe(401);
  const good = await token(kid);
  expect((await service.send('GET', path, { token: good })).status).toBe(200);
  expect((await service.send('GET', path, { token: good, key: project.key })).status).toBe(401);
  const foreign = await testProject(service);
  expect((await service.send('GET', `/projects/${foreign.id}/integrations`, { token: good })).status).toBe(
    404,
  );
});

test('a token for a group sees and changes that group alone', async () => {
  const { project, kid, send } = await withKey();
  await project.apply();
  const ids = async (groupRef: string) => {
    const connection = await project.connect(groupRef);
    const made = await project.install({ groupRef, config: { content: {} } });
    const { id, config } = made.body as { id: string; config: { id: string } };
    return { connection, installation: id, config: `${id}/configs/${config.id}` };
  };
  const [own, other] = [await ids('acme'), await ids('globex')];
  const claims = { groupRef: 'acme' };
  const call = (method: 'GET' | 'POST' | 'PATCH' | 'DELETE', below: string, body?: unknown) =>
    send(method, below, claims, body);
  const installations = '/integrations/crm/installations';
  const idsIn = ({ body }: { body: unknown }) => (body as { id: string }[]).map(({ id }) => id);

  expect(idsIn(await call('GET', '/connections'))).toEqual([own.connection]);
  expect(idsIn(await call('GET', '/installations'))).toEqual([own.installation]);
  expect(idsIn(await call('GET', installations))).toEqual([own.installation]);
  expect((await call('GET', `/connections/${own.connection}`)).status).toBe(200);
  expect((await call('GET', '/integrations/crm')).status).toBe(200);
  expect((await call('GET', `${installations}/${own.config}`)).status).toBe(200);
  expect((await call('POST', `${installations}/${own.config}:restore`)).status).toBe(200);
  const metadata = '/integrations/crm/objects/contacts/metadata';
  expect((await call('GET', metadata)).status).toBe(200);
  const { body: crm } = await call('GET', '/integrations/crm');
  const { latestRevision } = crm as { latestRevision: { id: string } };
  const hydrate = `/integrations/crm/revisions/${latestRevision.id}:hydrate`;
  expect((await call('GET', `${hydrate}?connectionId=${own.connection}`)).status).toBe(200);

  const patch = { updateMask: ['groupName'], connection: { groupName: 'Mine' } };
  const mask = { updateMask: ['config.createdBy'], installation: { config: { createdBy: 'me' } } };
  const taken = { updateMask: ['connectionId'], installation: { connectionId: other.connection } };
  const plan = { objectName: 'contacts', type: 'create', record: { email: 'a@b.test' } };
  const objectPatch = {
    action: 'write',
    changes: [{ op: 'add', path: '/deletionSettings', value: { enabled: true } }],
  };
  const foreign: readonly (readonly ['GET' | 'POST' | 'PATCH' | 'DELETE', string, unknown, number])[] = [
    ['GET', `/connections/${other.connection}`, undefined, 404],
    ['PATCH', `/connections/${other.connection}`, patch, 404],
    ['DELETE', `/connections/${other.connection}`, undefined, 404],
    ['PATCH', `/connections/${other.connection}:oauth-update`, undefined, 404],
    ['GET', '/connections?groupRef=globex', undefined, 403],
    ['GET', '/installations?groupRef=globex', undefined, 403],
    ['GET', `${installations}?groupRef=globex`, undefined, 403],
    ['GET', `${installations}/${other.installation}`, undefined, 404],
    ['PATCH', `${installations}/${other.installation}`, mask, 404],
    ['DELETE', `${installations}/${other.installation}`, undefined, 404],
    ['GET', `${installations}/${other.installation}/configs`, undefined, 404],
    ['GET', `${installations}/${other.config}`, undefined, 404],
    ['POST', `${installations}/${other.config}:restore`, undefined, 404],
    ['POST', `${installations}/${own.installation}:plan`, plan, 403],
    ['PATCH', `${installations}/${own.installation}`, taken, 404],
    [
      'PATCH',
      '/integrations/crm/objects/contacts/config-content',
      { ...objectPatch, groupRef: 'globex' },
      403,
    ],
    [
      'PATCH',
      '/integrations/crm/objects/contacts/config-content',
      { ...objectPatch, installationId: other.installation },
      404,
    ],
    [
      'POST',
      '/connections:generate',
      { provider: 'hubspot', groupRef: 'globex', apiKey: 'sandbox-hubspot-acme' },
      403,
    ],
    ['POST', installations, { groupRef: 'globex', config: { content: {} } }, 403],
    [
      'POST',
      '/integrations/sales/installations',
      { groupRef: 'acme', connectionId: other.connection, config: { content: {} } },
      404,
    ],
    ['GET', `${metadata}?connectionId=${other.connection}`, undefined, 404],
    ['GET', `${metadata}?groupRef=globex`, undefined, 403],
    ['GET', `${hydrate}?connectionId=${other.connection}`, undefined, 404],
    ['POST', '/integrations', { name: 'mine', provider: 'hubspot' }, 403],
    ['POST', '/integrations/crm/revisions', {}, 403],
    ['GET', '/api-keys', undefined, 403],
    ['GET', '/provider-apps', undefined, 403],
  ];
  const answered = [];
  for (const [method, below, body] of foreign)
    answered.push([method, below, (await call(method, below, body)).status]);
  expect(answered).toEqual(foreign.map(([method, below, , status]) => [method, below, status]));
  const planFor = async (installation: string) =>
    (await send('POST', `${installations}/${installation}:plan`, { ...claims, scope: 'write:records' }, plan))
      .status;
  expect([await planFor(own.installation), await planFor(other.installation)]).toEqual([200, 404]);
  expect((await call('PATCH', `/connections/${own.connection}`, patch)).status).toBe(200);
  expect((await call('DELETE', `${installations}/${own.installation}`)).status).toBe(204);
  expect((await project.call('DELETE', `${installations}/${other.installation}`)).status).toBe(204);
  expect((await call('GET', `${installations}/${other.config}`)).status).toBe(404);
  await project.call('POST', '/provider-apps', {
    provider: 'hubspot',
    clientId: 'an-app',
    clientSecret: 'secret',
    scopes: ['oauth'],
  });
  const begin = async (groupRef: string) => {
    const body = { projectIdOrName: project.id, provider: 'hubspot', groupRef };
    return (await service.send('POST', '/oauth-connect', { token: await token(kid, claims), body })).status;
  };
  expect([await begin('acme'), await begin('globex')]).toEqual([200, 403]);
});

test('everyone with a good credential is told who it is', async () => {
  const { project, kid } = await withKey();
  const whoami = async (sending: { key?: string; token?: string } = {}) =>
    (await service.send('GET', '/whoami', sending)).body;
  const own = { id: project.id, name: project.name };
  expect(await whoami({ key: project.key })).toEqual({
    kind: 'apiKey',
    keyId: expect.any(String),
    label: 'test',
    project: own,
    scopes: ['full'],
  });
  expect(await whoami({ token: await token(kid, { groupRef: 'acme' }) })).toEqual({
    kind: 'jwt',
    keyId: kid,
    label: 'portal',
    project: own,
    scopes: ['frontend'],
    groupRef: 'acme',
    expireTime: expect.any(String),
  });
  expect(await whoami()).toEqual({ kind: 'admin', scopes: ['full'] });
  expect((await service.send('GET', '/whoami', { key: 'nobody' })).status).toBe(401);
});

test('who made an installation is told by kind: a key, a token of the builder, one of a group, an administrator', async () => {
  const { project, kid, send } = await withKey();
  await project.apply();
  await project.connect();
  const path = '/integrations/crm/installations';
  const body = { groupRef: 'acme', config: { content: {} } };
  const keys = (await project.call('GET', '/api-keys')).body as { id: string }[];
  const makers = [
    [`api:${keys[0]!.id}`, () => project.call('POST', path, body)],
    [`api:${kid}`, () => send('POST', path, {}, body)],
    ['consumer:acme', () => send('POST', path, { groupRef: 'acme' }, body)],
    ['builder:admin', () => service.send('POST', `/projects/${project.id}${path}`, { body })],
    ['Ann', () => project.call('POST', path, { ...body, config: { content: {}, createdBy: 'Ann' } })],
  ] as const;
  for (const [createdBy, make] of makers) {
    await project.connect();
    const made = await make();
    expect(made).toMatchObject({
      status: 201,
      body: { createdBy, config: { createdBy }, group: { groupName: 'acme', projectId: project.id } },
    });
    await project.call('DELETE', `${path}/${(made.body as { id: string }).id}`);
  }
});
