import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { newId } from '@writ/db';
import { eventually, startReceiver, testDatabase, testRedis, type TestDatabase } from '@writ/test-kit';
import { Webhook } from 'standardwebhooks';
import { destinationKinds } from '../destination-kinds/destination-kinds.ts';
import { sealQueries } from '../destinations/seal-queries.ts';
import { secretBox } from '../destinations/secrets.ts';
import { startNotification, type TestNotification } from '../testing/start-notification.ts';

let database: TestDatabase;
let service: TestNotification;
beforeAll(async () => {
  database = await testDatabase();
  service = await startNotification({ databaseUrl: database.url, redis: testRedis() });
});
afterAll(async () => {
  await service.close();
  await database.drop();
});

const url = 'http://127.0.0.1:9/hook';
const issues = (body: Record<string, unknown>) => body['issues'] as Record<string, unknown>[];
const names = (body: Record<string, unknown>) => issues(body).map(({ name }) => name);
const secretOf = ({ body }: { body: Record<string, unknown> }) =>
  (body['secrets'] as { webhookSigningKey: string }).webhookSigningKey;

const add = (name: string, metadata: object = { url }) =>
  service.call('POST', '/destinations', { name, type: 'webhook', metadata });

test('a destination is created without showing secrets, and found by id or name', async () => {
  const created = await add('plain', { url, headers: { Authorization: 'Bearer abcdef123456' } });
  expect(created.status).toBe(201);
  expect(created.body).toEqual({
    id: expect.any(String),
    projectId: service.projects.demo.id,
    name: 'plain',
    type: 'webhook',
    metadata: { url, headers: { Authorization: '[hidden]' } },
    status: 'enabled',
    createTime: expect.any(String),
  });
  const byName = await service.call('GET', '/destinations/plain');
  const byId = await service.call('GET', `/destinations/${String(created.body['id'])}`);
  expect([byName, byId]).toEqual([
    { ...created, status: 200 },
    { ...created, status: 200 },
  ]);
  expect((await service.call('GET', '/destinations')).body).toContainEqual(created.body);
  const { rows } = await database.pool.query('SELECT * FROM destination');
  expect(JSON.stringify(rows)).not.toMatch(/abcdef123456|whsec_/);
});

test('what needs secrets that no key opens is not available now; the rest is', async () => {
  const { body } = await add('sealed-fast');
  await database.pool.query("UPDATE destination SET sealed = 'v1:gone:a:b:c' WHERE id = $1", [body['id']]);
  const path = `/destinations/${String(body['id'])}`;
  const told = { status: 503, body: { detail: expect.stringContaining('cannot be opened') } };
  expect(await service.call('GET', `${path}?includeSecrets=true`)).toMatchObject(told);
  expect(await service.call('POST', `${path}:rotate-secret`)).toMatchObject(told);
  expect(await service.call('POST', `${path}:test`, { eventType: 'installation.created' })).toMatchObject(
    told,
  );
  const patch = { updateMask: ['name'], destination: { name: 'other' } };
  expect(await service.call('PATCH', path, patch)).toMatchObject(told);
  const faulty = { updateMask: ['metadata.url', 'nme'], destination: {} };
  expect(await service.call('PATCH', path, faulty)).toMatchObject({ status: 400 });
  expect(await service.call('GET', path)).toMatchObject({ status: 200 });
  expect(await service.call('POST', `${path}:disable`)).toMatchObject({ status: 200 });
  expect(await service.call('DELETE', path)).toMatchObject({ status: 204 });
});

test('the signing key is answered to managers who ask for it, and changes with a rotation', async () => {
  await add('secretive');
  const read = await service.call('GET', '/destinations/secretive?includeSecrets=true', undefined, 'read');
  expect(read.status).toBe(403);
  const before = secretOf(await service.call('GET', '/destinations/secretive?includeSecrets=true'));
  expect(before).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
  const rotated = await service.call('POST', '/destinations/secretive:rotate-secret');
  expect(rotated).toMatchObject({ status: 200, body: { oldKeyUntil: expect.any(String) } });
  const { oldKeyUntil } = rotated.body;
  expect(await service.call('GET', '/destinations/secretive')).toMatchObject({ body: { oldKeyUntil } });
  const after = secretOf(await service.call('GET', '/destinations/secretive?includeSecrets=true'));
  expect(after).toBe(secretOf(rotated));
  expect(after).not.toBe(before);
});

test('who is told a signing key is noted, and nobody is where the note cannot be stored', async () => {
  const { id } = (await add('noted')).body as { id: string };
  await service.call('GET', '/destinations/noted');
  await service.call('GET', '/destinations/noted?includeSecrets=true', undefined, 'read');
  const noted = () =>
    service.database.prisma.auditEntry.findMany({ where: { resourceId: id, action: 'getDestination' } });
  expect(await noted()).toEqual([]);
  await service.call('GET', '/destinations/noted?includeSecrets=true');
  const entry = { resource: 'destination', actorKind: 'apiKey', changes: {} };
  expect(await noted()).toEqual([expect.objectContaining(entry)]);
  await database.pool.query(
    "ALTER TABLE audit_entry ADD CONSTRAINT away CHECK (action <> 'getDestination') NOT VALID",
  );
  const refused = await service.call('GET', '/destinations/noted?includeSecrets=true');
  await database.pool.query('ALTER TABLE audit_entry DROP CONSTRAINT away');
  expect(refused.status).not.toBe(200);
  expect(JSON.stringify(refused.body)).not.toContain('whsec_');
});

test('HEAD rotates no key', async () => {
  const { id } = (await add('headed')).body as { id: string };
  const keyOf = async () => secretOf(await service.call('GET', `/destinations/${id}?includeSecrets=true`));
  const before = await keyOf();
  const headers = { 'x-api-key': 'manage' };
  const url = `${service.url}/v1/projects/demo/destinations/${id}?rotate=true`;
  const { status } = await fetch(url, { method: 'HEAD', headers });
  expect([status, await keyOf()]).toEqual([405, before]);
});

test('a destination that is not signed is given no key', async () => {
  await add('unsigned');
  const { id } = (await service.call('GET', '/destinations/unsigned')).body as { id: string };
  const seal = await secretBox(service.secrets).sealer(service.projects.demo.id);
  const sealed = seal({ signingKeys: [], hidden: {} }, id);
  await service.database.pool.query('UPDATE destination SET sealed = $2 WHERE id = $1', [id, sealed]);
  const told = await service.call('GET', '/destinations/unsigned?includeSecrets=true');
  expect([told.status, told.body['secrets']]).toEqual([200, undefined]);
  expect(
    await service.database.prisma.auditEntry.count({ where: { resourceId: id, action: 'getDestination' } }),
  ).toBe(0);
  const rotated = await service.call('POST', '/destinations/unsigned:rotate-secret');
  expect(rotated).toMatchObject({ status: 400, body: { detail: expect.stringContaining('not signed') } });
});

test.each(['Für das CRM', '🙂', '%2F', 'x'.repeat(128), '...'])(
  'a destination named %s is found by its name',
  async (name) => {
    expect((await add(name, { url })).status).toBe(201);
    const found = await service.call('GET', `/destinations/${encodeURIComponent(name)}`);
    expect([found.status, found.body['name']]).toEqual([200, name]);
  },
);

test.each([
  ['nothing', {}, ['/name', '/type', '/metadata']],
  ['a type that does not exist', { name: 'a', type: 'pigeon', metadata: {} }, ['/type']],
  ['no url', { name: 'a', type: 'webhook', metadata: {} }, ['/metadata/url']],
  [
    'several faults',
    { name: 'a/b', type: 'webhook', metadata: { url: 3, uri: 'x' }, extra: 1 },
    ['/extra', '/name', '/metadata/uri', '/metadata/url'],
  ],
  [
    'an address within',
    { name: 'a', type: 'webhook', metadata: { url: 'http://10.0.0.1/' } },
    ['/metadata/url'],
  ],
  [
    'a header that is ours',
    { name: 'a', type: 'webhook', metadata: { url, headers: { 'webhook-id': 'x' } } },
    ['/metadata/headers/webhook-id'],
  ],
  [
    'a header that is ours beside faults of other kinds',
    { name: 'a/b', type: 'webhook', metadata: { url, uri: 'x', headers: { 'webhook-id': 'x', 'X-A': 1 } } },
    ['/metadata/headers/X-A', '/metadata/headers/webhook-id', '/metadata/uri', '/name'],
  ],
])('a destination with %s is refused with an issue for every fault', async (_, body, expected) => {
  const answer = await service.call('POST', '/destinations', body);
  expect(answer.status).toBe(400);
  expect(names(answer.body).toSorted()).toEqual(expected.toSorted());
});

test.each([
  { metadata: { url, headers: { Authorization: ['a-secret'] } } },
  { metadata: { url, headers: { 'webhook-id': 'a-secret' } } },
  { metadata: { url, headers: ['a-secret'] } },
  { metadata: { url, heders: { Authorization: 'a-secret' } } },
  { metadata: 'a-secret' },
  { metadta: { url, headers: { Authorization: 'a-secret' } } },
  { metadata: { url: 'http://ann:a-secret@127.0.0.1/' } },
])('the faults of %j never repeat what may be a credential', async (more) => {
  const given = { name: 'a', type: 'webhook', ...more };
  const answer = await service.call('POST', '/destinations', given);
  await add('to-change');
  const updateMask = ['metadata'];
  const changed = await service.call('PATCH', '/destinations/to-change', { updateMask, destination: given });
  expect([answer.status, changed.status]).toEqual([400, 400]);
  expect(JSON.stringify([answer.body, changed.body])).not.toContain('a-secret');
});

test('times and texts that no database takes are issues, or name nothing', async () => {
  await add('strict');
  const { call } = service;
  const refused = [
    await add('unstorable', { url: 'https://hooks.example.net/\0' }),
    await add('unstorable', { url: 'https://hooks.example.net/\ud800' }),
    await call('GET', '/deliveries?destinationId=%00'),
    await call('GET', '/deliveries?since=2026-11-21T23:59:60Z'),
    await call('POST', '/destinations/strict:replay', { since: '0000-01-01T00:00:00Z' }),
    await call('POST', '/topic-destination-routes', { topicId: newId(), destinationId: '\0' }),
  ];
  expect(refused.map(({ status }) => status)).toEqual(refused.map(() => 400));
  expect(refused.map(({ body }) => names(body)[0])).toEqual([
    '/metadata/url',
    '/metadata/url',
    'destinationId',
    'since',
    '/since',
    '/destinationId',
  ]);
  for (const method of ['GET', 'DELETE'] as const) {
    expect((await call(method, '/destinations/%00')).status).toBe(404);
  }
  expect((await call('POST', '/destinations/%00:enable')).status).toBe(404);
});

test('a type that does not exist is answered with those that do', async () => {
  const answer = await service.call('POST', '/destinations', { name: 'a', type: 'pigeon', metadata: {} });
  const types = destinationKinds.map(({ type }) => `\`${type}\``).join(', ');
  expect(issues(answer.body)[0]?.['detail']).toBe(`Must be one of ${types}.`);
});

test('a taken name is a conflict, also when a destination is renamed', async () => {
  await add('first');
  await add('second');
  expect((await add('first')).status).toBe(409);
  const renamed = await service.call('PATCH', '/destinations/second', {
    updateMask: ['name'],
    destination: { name: 'first' },
  });
  expect(renamed.status).toBe(409);
});

test('what the mask names is changed, and checked as at the creation', async () => {
  await add('changing', { url, headers: { 'X-A': '1' } });
  const change = (updateMask: string[], destination: object) =>
    service.call('PATCH', '/destinations/changing', { updateMask, destination });
  const newUrl = await change(['metadata.url'], { metadata: { url: 'http://127.0.0.1:9/new' } });
  expect(newUrl).toMatchObject({
    status: 200,
    body: {
      metadata: { url: 'http://127.0.0.1:9/new', headers: { 'X-A': '[hidden]' } },
      updateTime: expect.any(String),
    },
  });
  const noHeaders = await change(['metadata.headers'], {});
  expect(noHeaders.body['metadata']).toEqual({ url: 'http://127.0.0.1:9/new' });
  expect(names((await change(['metadata.url'], { metadata: {} })).body)).toEqual([
    '/destination/metadata/url',
  ]);
  const forbidden = await change(['metadata.url'], { metadata: { url: 'http://169.254.169.254/' } });
  expect(names(forbidden.body)).toEqual(['/destination/metadata/url']);
  expect(names((await change(['type'], { type: 'x' })).body)).toEqual(['/destination/type']);
});

test('header values that are sent back hidden are sent to the receiver as they were given', async () => {
  const receiver = await startReceiver();
  try {
    const headers = { Authorization: 'Bearer abcdef123456', 'X-Team': 'ops' };
    await add('read-back', { url: receiver.url, headers });
    const path = '/destinations/read-back';
    type Shown = { url: string; headers: Record<string, string> };
    const shown = async () => (await service.call('GET', path)).body['metadata'] as Shown;
    const change = async (updateMask: string[], metadata: object) => {
      const destination = { name: 'read-back', metadata };
      expect((await service.call('PATCH', path, { updateMask, destination })).status).toBe(200);
      await service.call('POST', `${path}:test`, { eventType: 'write.async.done' });
      return receiver.received.at(-1)?.headers;
    };
    const given = { authorization: 'Bearer abcdef123456', 'x-team': 'ops' };
    for (const mask of [
      ['metadata'],
      ['name', 'metadata'],
      ['metadata.headers'],
      ['metadata.url', 'metadata.headers'],
    ]) {
      expect(await change(mask, await shown())).toMatchObject(given);
    }
    const read = await shown();
    const more = await change(['metadata'], {
      ...read,
      headers: { ...read.headers, 'X-Team': 'dev', 'X-New': 'n' },
    });
    expect(more).toMatchObject({ ...given, 'x-team': 'dev', 'x-new': 'n' });
    const fewer = await change(['metadata.headers'], { headers: { 'X-New': '[hidden]' } });
    expect(fewer).toMatchObject({ 'x-new': 'n' });
    expect(fewer).not.toHaveProperty('authorization');
  } finally {
    await receiver.close();
  }
});

const secret = 's3cret-in-a-query';
/** All unsealed texts stored about changes of destinations. */
const stored = async (): Promise<string> => {
  const tables = await Promise.all(
    ['destination', 'audit_entry', 'outbox', 'event', 'delivery', 'delivery_attempt'].map(
      async (table) => (await database.pool.query<object>(`SELECT * FROM ${table}`)).rows,
    ),
  );
  return JSON.stringify(tables);
};

test('values of the query of a URL are sent, shown nowhere, and kept when they are sent back hidden', async () => {
  const receiver = await startReceiver();
  try {
    const address = `${receiver.url}/hook?token=${secret}&team=ops#part`;
    const masked = `${receiver.url}/hook?token=[hidden]&team=[hidden]#part`;
    const created = await add('query', { url: address });
    expect(created).toMatchObject({ status: 201, body: { metadata: { url: masked } } });
    const path = '/destinations/query';
    const told = [created];
    const change = async (metadata: object, updateMask = ['metadata.url']) => {
      const answer = await service.call('PATCH', path, {
        updateMask,
        destination: { name: 'query', metadata },
      });
      told.push(answer);
      return answer;
    };
    const sentTo = async () => {
      told.push(await service.call('POST', `${path}:test`, { eventType: 'write.async.done' }));
      return receiver.received.at(-1)?.path;
    };
    expect(await sentTo()).toBe(`/hook?token=${secret}&team=ops`);
    for (const mask of [['metadata'], ['metadata.url'], ['name']]) {
      expect((await change({ url: masked }, mask)).status).toBe(200);
      expect(await sentTo()).toBe(`/hook?token=${secret}&team=ops`);
    }
    const encoded = masked.replaceAll('[', '%5B').replaceAll(']', '%5D');
    expect((await change({ url: encoded.replace('/hook', '/new') })).status).toBe(200);
    expect(await sentTo()).toBe(`/new?token=${secret}&team=ops`);
    expect((await change({ url: `${receiver.url}/new?token=[hidden]&team=dev` })).status).toBe(200);
    expect(await sentTo()).toBe(`/new?token=${secret}&team=dev`);

    const refused = [
      await change({ url: `${receiver.url}/new?other=[hidden]` }),
      await change({ url: 'http://127.0.0.1:10/new?token=[hidden]' }),
      await change({ url: `http://169.254.169.254/?token=${secret}` }),
      await change({ url: `ftp://127.0.0.1/?token=${secret}` }),
      await add('query-of-nothing', { url: `${receiver.url}/?token=[hidden]` }),
    ];
    told.push(...refused);
    expect(refused.map(({ status, body }) => [status, ...names(body)])).toEqual([
      ...Array.from({ length: 4 }, () => [400, '/destination/metadata/url']),
      [400, '/metadata/url'],
    ]);
    expect(issues(refused[1]!.body)[0]?.['detail']).toContain('does not follow');
    told.push(await service.call('GET', path), await service.call('GET', '/destinations'));
    told.push(await service.call('GET', `${path}?includeSecrets=true`));
    told.push(await service.call('POST', `${path}:disable`), await service.call('POST', `${path}:enable`));
    told.push(await service.call('DELETE', path));
    expect(JSON.stringify(told)).not.toContain(secret);
    expect(await stored()).not.toContain(secret);
    const { rows } = await database.pool.query<{ changes: object }>(
      "SELECT changes FROM audit_entry WHERE resource = 'destination' AND changes ? 'metadata.url' ORDER BY id DESC LIMIT 2",
    );
    expect(rows.map(({ changes }) => changes)).toMatchObject([{}, { 'metadata.url': { changed: true } }]);
  } finally {
    await receiver.close();
  }
});

test('a query that an older release stored in the open is shown nowhere, kept, and sealed', async () => {
  const receiver = await startReceiver();
  try {
    const address = `${receiver.url}/hook?token=${secret}`;
    const { body } = await add('of-before', { url: receiver.url, headers: { 'X-Team': 'ops' } });
    const path = '/destinations/of-before';
    const open = () =>
      database.pool.query(`UPDATE destination SET metadata = metadata || $2 WHERE id = $1`, [
        body['id'],
        { url: address },
      ]);
    const masked = { url: `${receiver.url}/hook?token=[hidden]`, headers: { 'X-Team': '[hidden]' } };
    const sentTo = async () => {
      await service.call('POST', `${path}:test`, { eventType: 'write.async.done' });
      const { path: at, headers } = receiver.received.at(-1) ?? {};
      return [at, headers?.['x-team']];
    };
    const isOpen = async () => (await stored()).includes(secret);
    await open();
    expect((await service.call('GET', path)).body['metadata']).toEqual(masked);
    expect(await sentTo()).toEqual([`/hook?token=${secret}`, 'ops']);
    const renamed = { updateMask: ['metadata'], destination: { metadata: masked } };
    expect((await service.call('PATCH', path, renamed)).status).toBe(200);
    expect([await isOpen(), await sentTo()]).toEqual([false, [`/hook?token=${secret}`, 'ops']]);

    await open();
    await sealQueries({ database: service.database, box: secretBox(service.secrets) });
    expect([await isOpen(), await sentTo()]).toEqual([false, [`/hook?token=${secret}`, 'ops']]);
    expect((await service.call('GET', path)).body['metadata']).toEqual(masked);

    // Deletion and disabling also show the mask.
    await open();
    await service.call('POST', `${path}:disable`);
    await eventually(async () => {
      const list = await service.call('GET', '/events?eventType=destination.webhook.disabled');
      const [{ id }] = list.body['results'] as [{ id: string }];
      const { body: event } = await service.call('GET', `/events/${id}`);
      expect(event).toMatchObject({ payload: { data: { url: masked.url } } });
    });
    await service.call('DELETE', path);
    expect(await isOpen()).toBe(false);
  } finally {
    await receiver.close();
  }
});

test.each([
  [
    'webhook',
    { url: 'http://127.0.0.1:9/hook', headers: { Authorization: 'Bearer a-secret', 'X-Team': 'a-secret' } },
    { headers: { Authorization: 'Bearer a-secret', 'X-Team': 'ops' } },
    { url: 'http://127.0.0.1:10/hook' },
    ['headers/Authorization', 'headers/X-Team'],
  ],
  [
    'kafka',
    {
      brokers: ['127.0.0.1:9'],
      topic: 't',
      sasl: { mechanism: 'plain', username: 'a-secret', password: 'a-secret' },
    },
    { sasl: { mechanism: 'plain', username: 'ann', password: 'a-secret' } },
    { brokers: ['127.0.0.1:9', '127.0.0.1:10'] },
    ['sasl/mechanism', 'sasl/password', 'sasl/username'],
  ],
  ...[['kinesis', { streamName: 's' }] as const, ['s3', { bucket: 'acme-events' }] as const].map(
    ([type, metadata]) =>
      [
        type,
        {
          ...metadata,
          region: 'eu-central-1',
          endpointUrl: 'http://127.0.0.1:9/',
          credentials: { accessKeyId: 'a-secret', secretAccessKey: 'a-secret' },
        },
        { credentials: { accessKeyId: 'AKID', secretAccessKey: 'a-secret' } },
        { endpointUrl: 'http://127.0.0.1:10/' },
        ['credentials/accessKeyId', 'credentials/secretAccessKey'],
      ] as const,
  ),
])('hidden values of a %s do not follow to another address', async (type, metadata, anew, moved, secrets) => {
  const name = `moving-${type}`;
  const path = `/destinations/${name}`;
  expect((await service.call('POST', '/destinations', { name, type, metadata })).status).toBe(201);
  const { metadata: shown } = (await service.call('GET', path)).body as { metadata: object };
  const change = (given: object, updateMask = Object.keys(given).map((member) => `metadata.${member}`)) =>
    service.call('PATCH', path, { updateMask, destination: { metadata: given } });

  const refusals = [await change(moved), await change({ ...shown, ...moved }, ['metadata'])];
  for (const { status, body } of refusals) {
    const places = secrets.map((at) => `/destination/metadata/${at}`);
    expect([status, names(body).toSorted()]).toEqual([400, places]);
    for (const issue of issues(body)) {
      expect(issue).toMatchObject({ remedy: expect.stringContaining('in the same request') });
      expect(issue).not.toHaveProperty('value');
    }
    expect(JSON.stringify(body)).not.toContain('a-secret');
  }
  expect((await service.call('GET', path)).body['metadata']).toEqual(shown);

  const given = await change({ ...moved, ...anew });
  expect(given).toMatchObject({ status: 200, body: { metadata: moved } });
});

test('a webhook moves without the headers that a change removes, and keeps them below one address', async () => {
  await add('staying', { url, headers: { 'X-A': '1', 'X-B': '2' } });
  const change = (updateMask: string[], metadata: object) =>
    service.call('PATCH', '/destinations/staying', { updateMask, destination: { metadata } });
  const below = `${url}/below?of=it`;
  expect(await change(['metadata.url'], { url: below })).toMatchObject({ status: 200 });
  const elsewhere = { url: 'http://127.0.0.1:10/hook' };
  const partly = await change(['metadata'], { ...elsewhere, headers: { 'X-B': '[hidden]', 'X-C': '3' } });
  expect([partly.status, names(partly.body)]).toEqual([400, ['/destination/metadata/headers/X-B']]);
  const faulty = await change(['metadata.url'], { url: 'http://10.0.0.1/' });
  expect(names(faulty.body)).toEqual([
    '/destination/metadata/headers/X-A',
    '/destination/metadata/headers/X-B',
    '/destination/metadata/url',
  ]);
  expect(await change(['metadata.url', 'metadata.headers'], elsewhere)).toMatchObject({
    status: 200,
    body: { metadata: elsewhere },
  });
});

test('a hidden value stands for nothing in a new destination, or under another name', async () => {
  const created = await add('b/c', { url, headers: { 'X-A': '[hidden]', 'X-B': '1' } });
  expect(created.status).toBe(400);
  expect(names(created.body).toSorted()).toEqual(['/metadata/headers/X-A', '/name']);
  expect((await add('hidden-new', { url, headers: { 'X-A': '[hidden]' } })).status).toBe(400);
  expect((await service.call('GET', '/destinations/hidden-new')).status).toBe(404);

  await add('renaming', { url, headers: { 'X-Old': '1' } });
  const change = (headers: object, updateMask = ['metadata']) =>
    service.call('PATCH', '/destinations/renaming', {
      updateMask,
      destination: { metadata: { url, headers } },
    });
  const renamed = await change({ 'X-New': '[hidden]', 'webhook-id': 'x' });
  expect(renamed.status).toBe(400);
  expect(issues(renamed.body)).toMatchObject([
    {
      name: '/destination/metadata/headers/X-New',
      detail: '`[hidden]` stands for a stored value; there is none here.',
    },
    { name: '/destination/metadata/headers/webhook-id' },
  ]);
  const faulty = await change({ 'x-old': '[hidden]' }, ['metadata.headers', 'metadta']);
  expect(names(faulty.body)).toEqual(['/updateMask/1']);
  const mended = await change({ 'x-old': '[hidden]' }, ['metadata.headers']);
  expect(names(mended.body)).toEqual(['/destination/metadata/headers/x-old']);
  expect((await change({ 'X-Old': '[hidden]', 'x-old': '[hidden]' })).status).toBe(400);
});

test.each([
  ['GET', ''],
  ['PATCH', ''],
  ['DELETE', ''],
  ['POST', ':rotate-secret'],
  ['POST', ':enable'],
  ['POST', ':disable'],
  ['POST', ':test'],
  ['POST', ':replay'],
  ['POST', ':pull'],
] as const)(
  '%s of an unknown or foreign destination%s is 404 with an issue in the path',
  async (method, verb) => {
    const bodies: Record<string, unknown> = {
      PATCH: { updateMask: ['name'], destination: { name: 'x' } },
      ':test': { eventType: 'write.async.done' },
      ':replay': { since: '2026-01-01T00:00:00Z' },
      ':pull': {},
    };
    const id = newId();
    const answer = await service.call(method, `/destinations/${id}${verb}`, bodies[verb] ?? bodies[method]);
    expect(answer.status).toBe(404);
    expect(issues(answer.body)).toEqual([
      expect.objectContaining({ in: 'path', name: 'destinationIdOrName', value: id }),
    ]);
  },
);

test('disabling by hand emits one event, and enabling undoes it', async () => {
  const { body } = await add('switched');
  const disabled = await service.call('POST', '/destinations/switched:disable');
  expect(disabled).toMatchObject({
    status: 200,
    body: { status: 'disabled', disabledReason: 'Disabled by hand.' },
  });
  await service.call('POST', '/destinations/switched:disable');
  const events = async () => {
    const { rows } = await database.pool.query<{ body: string }>(
      `SELECT body FROM event WHERE type = 'destination.webhook.disabled' AND body LIKE $1`,
      [`%${String(body['id'])}%`],
    );
    return rows;
  };
  await eventually(async () => expect(await events()).toHaveLength(1));
  expect(JSON.parse((await events())[0]!.body)).toMatchObject({
    notificationType: 'destination.webhook.disabled',
    data: { destinationId: body['id'], destinationName: 'switched', url, reason: 'Disabled by hand.' },
  });
  const enabled = await service.call('POST', '/destinations/switched:enable');
  expect(enabled).toMatchObject({ status: 200, body: { status: 'enabled' } });
  expect(enabled.body).not.toHaveProperty('disabledReason');
});

test('a test is sent at once, signed, and its attempt is answered', async () => {
  const receiver = await startReceiver();
  try {
    receiver.answerNext({ status: 418, body: 'teapot' });
    await add('tested', { url: receiver.url });
    const answer = await service.call('POST', '/destinations/tested:test', { eventType: 'write.async.done' });
    expect(answer).toMatchObject({
      status: 200,
      body: { status: 'failed', httpStatus: 418, durationMs: expect.any(Number) },
    });
    // Only the operator allows the receiver's address.
    expect(answer.body).not.toHaveProperty('responseExcerpt');
    const [received] = receiver.received;
    const key = secretOf(await service.call('GET', '/destinations/tested?includeSecrets=true'));
    const verified = new Webhook(key).verify(
      received!.rawBody.toString(),
      received!.headers as Record<string, string>,
    );
    expect(verified).toMatchObject({
      notificationType: 'write.async.done',
      data: { objectName: 'contacts' },
    });
  } finally {
    await receiver.close();
  }
});

test('a deleted destination is gone with its routes', async () => {
  await add('leaving');
  const topic = await service.call('POST', '/topics', { name: 'leaving' });
  await service.call('POST', '/topic-destination-routes', {
    topicId: topic.body['id'],
    destinationId: 'leaving',
  });
  expect((await service.call('DELETE', '/destinations/leaving')).status).toBe(204);
  expect((await service.call('GET', '/destinations/leaving')).status).toBe(404);
  expect((await service.call('GET', '/topic-destination-routes')).body).toEqual([]);
});

test('what an answer told may be sent back, to create another destination and to change one', async () => {
  const { body } = await add('told');
  const twin = await service.call('POST', '/destinations', {
    ...body,
    name: 'twin',
    status: 'disabled',
    secrets: {},
  });
  expect(twin).toMatchObject({ status: 201, body: { name: 'twin', status: 'enabled' } });
  expect(twin.body['id']).not.toBe(body['id']);
  const path = `/destinations/${String(body['id'])}`;
  const updateMask = ['name', 'type', 'metadata'];
  const same = await service.call('PATCH', path, { updateMask, destination: { ...body, name: 'renamed' } });
  expect(same).toMatchObject({ status: 200, body: { id: body['id'], name: 'renamed', type: 'webhook' } });
  for (const type of ['pigeon', undefined]) {
    const other = await service.call('PATCH', path, { updateMask: ['type'], destination: { type } });
    expect([other.status, names(other.body)]).toEqual([400, ['/destination/type']]);
  }
});

// Keep it last: it breaks a connection of the pool, which a later test might get.
test('a rotation that may have been stored, and is not answered, says where the key is, and is not to be sent again', async () => {
  const { body } = await add('lost');
  await database.pool.query(`
    CREATE FUNCTION go_away() RETURNS trigger LANGUAGE plpgsql AS
      'BEGIN PERFORM pg_terminate_backend(pg_backend_pid()); RETURN NULL; END';
    CREATE CONSTRAINT TRIGGER goes_away AFTER UPDATE ON destination DEFERRABLE INITIALLY DEFERRED
      FOR EACH ROW WHEN (NEW.name = 'lost') EXECUTE FUNCTION go_away()`);
  const rotated = await service.call('POST', `/destinations/${String(body['id'])}:rotate-secret`);
  expect(rotated).toMatchObject({
    status: 503,
    body: { retryable: false, context: { outcome: 'unknown' } },
  });
  const path = /`GET \/v1(.+)`/.exec(String(rotated.body['remedy']))?.[1] ?? '';
  await eventually(async () =>
    expect(secretOf(await service.callAsAdmin('GET', path, 'manage'))).toMatch(/^whsec_/),
  );
});
