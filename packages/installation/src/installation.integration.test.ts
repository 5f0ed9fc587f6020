import { randomBytes } from 'node:crypto';
import { testActor } from '@writ/test-kit';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { ConfigContent } from '@writ/contracts';
import { newId, type Database } from '@writ/db';
import { openTestDatabase } from '@writ/test-kit/database';
import {
  apiKeys,
  createKeyring,
  createTokenReader,
  findHolders,
  projects,
  projectSecrets,
} from '@writ/tenancy';
import {
  connectionsForCall,
  findInstallationFacts,
  findIntegration,
  writeLookUps,
  insertConnection,
  insertInstallation,
  insertIntegrations,
  reviseIntegrations,
  sealCredentials,
} from './index.ts';

const readToken = createTokenReader(() => new Date());
let db: Database;
beforeAll(async () => {
  db = await openTestDatabase({ maxConnections: 4 });
});
afterAll(() => db.close());

const keyring = createKeyring(`k1:${randomBytes(32).toString('base64')}`);
const secretsOf = () => projectSecrets(keyring, db.pool);
const entry = {
  name: 'crm',
  provider: 'hubspot',
  write: { objects: [{ objectName: 'contacts', inheritMapping: true }, { objectName: 'deals' }] },
};
const content: ConfigContent = {
  write: { objects: { people: { objectName: 'contacts', deletionSettings: { enabled: true } } } },
  read: {
    objects: { 'their people': { objectName: 'contacts', selectedFieldMappings: { phone: 'mobile' } } },
  },
};

async function install(options: { groupRef?: string; accessToken?: string } = {}) {
  const name = `project-${newId()}`;
  const project = await projects(db).insert({ name, appName: 'App' }, testActor);
  if (project === 'name-taken') throw new Error('two projects of one name');
  await insertIntegrations(db.prisma, { projectId: project.id, specVersion: '1.0.0' }, [entry]);
  const integration = (await findIntegration(db.prisma, project.id, 'crm'))!;
  const id = newId();
  const { groupRef = 'acme', accessToken = 'token' } = options;
  const connection = await insertConnection(db.prisma, {
    id,
    projectId: project.id,
    provider: 'hubspot',
    groupRef,
    groupName: null,
    consumerRef: 'user-1',
    consumerName: null,
    providerWorkspaceRef: null,
    account: '4711',
    authScheme: 'apiKey',
    credentials: sealCredentials(await secretsOf().sealer(project.id), { accessToken }, id),
    expireTime: null,
    providerMetadata: null,
  });
  const installation = (await insertInstallation(db.prisma, {
    projectId: project.id,
    integrationId: integration.id,
    groupRef,
    groupName: 'Acme Inc',
    connectionId: connection.id,
    createdBy: 'test',
    config: { revisionId: integration.revisionId, content },
  }))!;
  return { project, integration, connection, installation };
}

test('a write finds its installation by id or name of the integration, with all that it needs', async () => {
  const { project, integration, connection, installation } = await install();
  const find = writeLookUps(db, readToken).findInstallation;
  const target = { projectId: project.id, groupRef: 'acme', objectName: 'contacts' };
  const expected = {
    kind: 'found',
    installation: {
      id: installation.id,
      projectId: project.id,
      configId: installation.config.id,
      foreignConnection: false,
      integrationId: integration.id,
      groupRef: 'acme',
      connectionId: connection.id,
      account: '4711',
      provider: 'hubspot',
      connection: {
        id: connection.id,
        projectId: project.id,
        provider: 'hubspot',
        account: '4711',
        status: 'working',
        refreshDue: false,
        expired: false,
        sealed: expect.any(String),
      },
      objectConfig: { objectName: 'contacts', deletionSettings: { enabled: true } },
      readMappings: { phone: 'mobile' },
      manifestObject: { inheritMapping: true },
      objectSwitchedOff: false,
      removeUnmappedFields: false,
    },
  };
  expect(await find({ ...target, integrationIdOrName: 'crm' })).toEqual(expected);
  expect(await find({ ...target, integrationIdOrName: integration.id })).toEqual(expected);
  const unsaid = await find({ ...target, integrationIdOrName: 'crm', objectName: 'deals' });
  expect(unsaid).toMatchObject({
    installation: { objectConfig: undefined, objectSwitchedOff: true, readMappings: {}, manifestObject: {} },
  });
});

test('a write learns what is missing: integration, installation or object', async () => {
  const { project, integration } = await install();
  const other = await install();
  const find = writeLookUps(db, readToken).findInstallation;
  const target = {
    projectId: project.id,
    integrationIdOrName: 'crm',
    groupRef: 'acme',
    objectName: 'contacts',
  };
  expect(await find({ ...target, integrationIdOrName: 'cmr' })).toEqual({ kind: 'no-integration' });
  expect(await find({ ...target, integrationIdOrName: other.integration.id })).toEqual({
    kind: 'no-integration',
  });
  expect(await find({ ...target, groupRef: 'nobody' })).toEqual({
    kind: 'no-installation',
    integrationId: integration.id,
    provider: 'hubspot',
  });
  expect(await find({ ...target, objectName: 'contact' })).toMatchObject({
    kind: 'object-not-in-manifest',
    writableObjects: ['contacts', 'deals'],
  });
});

test('a key finds its holder and where a write goes in one step; what is no key asks for nothing', async () => {
  const { project, installation } = await install();
  const other = await install();
  const { findByCredential } = writeLookUps(db, readToken);
  const keys = apiKeys(db);
  const given = { projectId: project.id, label: 'backend', scopes: ['write:records'] } as const;
  const { key, id } = await keys.insert(given, testActor);
  const holder = {
    kind: 'apiKey',
    keyId: id,
    project: { id: project.id, name: project.name },
    scopes: new Set(['write:records']),
  };
  const names = { integrationIdOrName: 'crm', groupRef: 'acme', objectName: 'contacts' };
  const find = (given: object) =>
    findByCredential({ kind: 'apiKey', text: key }, () => Promise.resolve({ ...names, ...given }));
  expect(await find({})).toMatchObject({
    holder,
    found: { kind: 'found', installation: { id: installation.id, projectId: project.id } },
  });
  expect(await find({ groupRef: undefined })).toMatchObject({ holder, found: { kind: 'no-installation' } });
  expect(await find({ integrationIdOrName: other.integration.id })).toEqual({
    holder,
    found: { kind: 'no-integration' },
  });
  const both = await Promise.all([find({}), find({ objectName: 'cars' })]);
  expect(both.map(({ found }) => found.kind)).toEqual(['found', 'object-not-in-manifest']);
  await keys.change(project.id, id, { active: false }, testActor);
  expect(await find({})).toEqual({ holder: undefined, found: { kind: 'no-integration' } });
  const unasked = () => Promise.reject(new Error('asked for names'));
  expect(await findByCredential({ kind: 'apiKey', text: 'writ_mistyped' }, unasked)).toMatchObject({
    holder: undefined,
  });
});

test('look-ups of one turn share a statement, and texts that can not be stored harm no neighbour', async () => {
  const { project } = await install();
  let statements = 0;
  const pool = new Proxy(db.pool, {
    get: (target, name) => {
      if (name === 'query') statements += 1;
      const member: unknown = Reflect.get(target, name, target);
      return typeof member === 'function' ? (member.bind(target) as unknown) : member;
    },
  });
  const find = writeLookUps({ pool }, readToken).findInstallation;
  const target = {
    projectId: project.id,
    integrationIdOrName: 'crm',
    groupRef: 'acme',
    objectName: 'contacts',
  };
  await find(target);
  statements = 0;
  const answers = await Promise.all([
    ...Array.from({ length: 100 }, () => find(target)),
    find({ ...target, groupRef: 'a\0' }),
    find({ ...target, integrationIdOrName: 'a\0' }),
  ]);
  expect(statements).toBe(1);
  expect(answers.slice(0, 100).every(({ kind }) => kind === 'found')).toBe(true);
  expect(answers.slice(100).map(({ kind }) => kind)).toEqual(['no-installation', 'no-integration']);
});

test('a manifest that is applied counts for writes at once', async () => {
  const { project, integration } = await install();
  const find = writeLookUps(db, readToken).findInstallation;
  const target = { projectId: project.id, integrationIdOrName: 'crm', groupRef: 'acme', objectName: 'notes' };
  expect(await find(target)).toMatchObject({ kind: 'object-not-in-manifest' });
  const revised = { ...entry, write: { objects: [{ objectName: 'notes' }] } };
  const of = { projectId: project.id, specVersion: '1.0.0' };
  await db.transaction((tx) => reviseIntegrations(tx, of, [{ integration, entry: revised }]));
  expect(await find(target)).toMatchObject({ kind: 'found' });
});

test('a call gets the connection with opened credentials, and a change of them at once', async () => {
  const { connection, project } = await install({ accessToken: 'first' });
  const find = connectionsForCall(db, secretsOf());
  expect(await find(connection.id)).toEqual({
    id: connection.id,
    projectId: project.id,
    provider: 'hubspot',
    account: '4711',
    accessToken: 'first',
    refreshDue: false,
    expired: false,
    sealed: expect.any(String),
    status: 'working',
  });
  const seal = await secretsOf().sealer(project.id);
  await db.pool.query('UPDATE connection SET credentials = $2, provider_metadata = $3 WHERE id = $1', [
    connection.id,
    sealCredentials(seal, { accessToken: 'second', refreshToken: 'again' }, connection.id),
    { instanceUrl: 'https://acme.my.salesforce.com' },
  ]);
  expect(await find(connection.id)).toMatchObject({
    accessToken: 'second',
    refreshToken: 'again',
    baseUrl: 'https://acme.my.salesforce.com',
  });
  expect(await find(newId())).toBeUndefined();
});

test('credentials that were copied from another row are not opened', async () => {
  const one = await install();
  const two = await install({ accessToken: 'other' });
  const find = connectionsForCall(db, secretsOf());
  await find(two.connection.id);
  await db.pool.query(
    'UPDATE connection SET credentials = (SELECT credentials FROM connection WHERE id = $2) WHERE id = $1',
    [one.connection.id, two.connection.id],
  );
  await expect(find(one.connection.id)).rejects.toThrow();
});

test('a key is found while it is active, with its project and scopes, and is stored as a hash alone', async () => {
  const { project } = await install();
  const keys = apiKeys(db);
  const findHolder = findHolders(db, readToken);
  const find = (text: string) => findHolder({ kind: 'apiKey', text });
  const given = { projectId: project.id, label: 'backend', scopes: ['write:records'] } as const;
  const { key, id } = await keys.insert(given, testActor);
  expect(await find(key)).toEqual({
    kind: 'apiKey',
    keyId: id,
    project: { id: project.id, name: project.name },
    scopes: new Set(['write:records']),
  });
  expect(await keys.list({ projectId: project.id })).toEqual([
    expect.not.objectContaining({ hash: expect.anything() }),
  ]);
  await keys.change(project.id, id, { active: false }, testActor);
  expect(await find(key)).toBeUndefined();
  expect(await find('writ_mistyped')).toBeUndefined();
  expect(await keys.change(newId(), id, { active: true }, testActor)).toBeUndefined();
  expect(await keys.remove(newId(), id, testActor)).toBeUndefined();
  expect(await keys.remove(project.id, id, testActor)).toMatchObject({ id });
  const { rows } = await db.pool.query<{ dump: string }>('SELECT api_key::text AS dump FROM api_key');
  expect(JSON.stringify(rows)).not.toContain(key);
});

test('events of an operation can be told in full, and also when installation and integration are gone', async () => {
  const { project, integration, connection, installation } = await install();
  const ref = {
    projectId: project.id,
    provider: 'hubspot',
    integrationId: integration.id,
    installationId: installation.id,
    groupRef: 'acme',
    connectionId: connection.id,
  };
  const gone = { ...ref, integrationId: newId(), installationId: newId(), connectionId: newId() };
  expect(await findInstallationFacts(db.pool, [gone, ref])).toEqual([
    { ...gone, integrationName: gone.integrationId, groupName: 'acme' },
    {
      ...ref,
      integrationName: 'crm',
      groupName: 'Acme Inc',
      consumerRef: 'user-1',
      consumerName: 'user-1',
    },
  ]);
});

test('a name belongs to one project, and a group installs an integration once', async () => {
  const { project, integration, connection } = await install();
  expect(await projects(db).insert({ name: project.name, appName: 'Other' }, testActor)).toBe('name-taken');
  const again = await insertInstallation(db.prisma, {
    projectId: project.id,
    integrationId: integration.id,
    groupRef: 'acme',
    groupName: null,
    connectionId: connection.id,
    createdBy: 'test',
    config: { revisionId: integration.revisionId, content: {} },
  });
  expect(again).toBeUndefined();
});
