import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { runInNewContext } from 'node:vm';
import { stripTypeScriptTypes } from 'node:module';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { freePort } from '@writ/local-servers';
import { createClosing } from '@writ/service-kit';
import { createWrit, WritConnectError, WritNetworkError, WritProblem, WritTokenError } from './index.ts';
import type { Opener } from './index.ts';
import { newGroup, openPage, startServer, type Server } from './testing/start-clients.ts';

const closing = createClosing();
let server: Server;
beforeAll(async () => {
  server = await startServer(closing, { MANAGEMENT_PORT: String(await freePort()) });
});
afterAll(() => closing.close());

const failure = (act: Promise<unknown>): Promise<unknown> =>
  act.then(
    () => undefined,
    (error: unknown) => error,
  );

test('one token serves all requests of a group; after a 401 a fresh one is tried once', async () => {
  const groupRef = await newGroup(server);
  const tokens = [await server.signer({ groupRef }, { kid: 'unknown' }), await server.signer({ groupRef })];
  let asked = 0;
  const getToken = () => Promise.resolve(tokens[asked++] ?? '');
  const { installation, seen } = openPage(server, groupRef, { options: { getToken } });
  await installation.load();
  expect(asked).toBe(2);
  expect(installation.getSnapshot()).toMatchObject({ isLoaded: true, error: undefined });
  const before = seen.length;
  await installation.save();
  expect([asked, seen.length]).toEqual([2, before + 1]);
});

test('a token that is refused twice is a problem of status 401, and one of another group may do nothing', async () => {
  const groupRef = await newGroup(server);
  const getToken = () => server.signer({ groupRef }, { kid: 'unknown' });
  const refused = openPage(server, groupRef, { options: { getToken } });
  const error = await failure(refused.installation.load());
  expect(error).toBeInstanceOf(WritProblem);
  expect(error).toMatchObject({ status: 401, retryable: false });
  expect(refused.installation.getSnapshot()).toMatchObject({ status: 'new', isLoaded: false, error });
  const foreign = openPage(server, groupRef, {
    options: { getToken: () => server.signer({ groupRef: 'acme' }) },
  });
  expect(await failure(foreign.installation.save())).toMatchObject({ status: 403 });
});

test('tokens that end soon are renewed before they do, by the clock of the server', async () => {
  const groupRef = await newGroup(server);
  let asked = 0;
  let ours = Date.now() - 3_600_000;
  const getToken = () => {
    asked += 1;
    return server.signer({ groupRef }, { seconds: 300 });
  };
  const { installation } = openPage(server, groupRef, { options: { getToken, now: () => ours } });
  await installation.load();
  await installation.load();
  expect(asked).toBe(1);
  ours += 275_000;
  await installation.load();
  expect(asked).toBe(2);
});

test('a backend that gives no token is told apart from a server that refuses', async () => {
  const { installation } = openPage(server, 'acme', {
    options: { getToken: () => Promise.reject(new Error('signed out')) },
  });
  expect(await failure(installation.load())).toBeInstanceOf(WritTokenError);
});

test('a page takes only a key that is made for pages', async () => {
  const { managementUrl: baseUrl, project, apiKey } = server.demo;
  await server.caller.manage('PATCH', '', { updateMask: ['pageKeys'], project: { pageKeys: true } });
  const { body } = await server.caller.manage<{ key: string }>('POST', '/api-keys', {
    label: 'page',
    scopes: ['frontend'],
  });
  Object.assign(globalThis, { document: {} });
  try {
    expect(() => createWrit({ baseUrl, project, apiKey })).toThrow(WritTokenError);
    const writ = createWrit({ baseUrl: `${baseUrl}/`, project, apiKey: body.key });
    const installation = writ.installation({ integration: 'demo-hubspot', groupRef: 'acme' });
    await installation.load();
    expect(installation.getSnapshot().installation).toMatchObject({ group: { groupRef: 'acme' } });
  } finally {
    Reflect.deleteProperty(globalThis, 'document');
  }
  const outside = createWrit({ baseUrl, project, apiKey });
  await outside.installation({ integration: 'demo-hubspot', groupRef: 'acme' }).load();
});

/** A browser's window as far as it is used, whose windows a test drives. */
function fakeOpener(blocked = false) {
  const listeners = new Set<Parameters<Opener['addEventListener']>[1]>();
  const popUp = { closed: false, location: { href: '' }, close: () => (popUp.closed = true) };
  const opener: Opener = {
    open: () => (blocked ? null : popUp),
    addEventListener: (_, listener) => listeners.add(listener),
    removeEventListener: (_, listener) => listeners.delete(listener),
  };
  const post = (
    data: unknown,
    origin = new URL(server.demo.managementUrl).origin,
    source: unknown = popUp,
  ) => {
    for (const listener of listeners) listener({ origin, source, data });
  };
  /** The window's address, as soon as it has one. */
  const address = async (): Promise<string> => {
    while (popUp.location.href === '') await once(AbortSignal.timeout(5), 'abort');
    return popUp.location.href;
  };
  /** The person allows it; gives the address of the page that ends it. */
  const allow = async (): Promise<void> => {
    await fetch(`${await address()}&account=acme`);
  };
  return { opener, popUp, post, address, allow, listeners };
}

const succeeded = (connection: string) => ({ eventType: 'AUTHORIZATION_SUCCEEDED', data: { connection } });

test('connecting ends with the connection that the last page tells, and the next save writes through it', async () => {
  const groupRef = await newGroup(server);
  const { opener, post, allow, listeners } = fakeOpener();
  const { installation } = openPage(server, groupRef, { names: { consumerRef: 'ada' }, options: { opener } });
  await installation.save();
  const first = installation.getSnapshot().connection?.id;
  const connecting = installation.connect();
  expect(installation.connect()).toBe(connecting);
  await allow();
  const { body } = await server.caller.manage<{ id: string }[]>('GET', `/connections?groupRef=${groupRef}`);
  const made = body.find(({ id }) => id !== first);
  expect(made).toBeDefined();
  post(succeeded('nobody'), 'https://evil.example.com');
  post(succeeded('nobody'), undefined, {});
  post('something else');
  post(succeeded(made!.id));
  expect(await connecting).toMatchObject({ id: made!.id, consumer: { consumerRef: 'ada' } });
  expect(listeners.size).toBe(0);
  expect(installation.config.isDirty).toBe(true);
  expect((await installation.save()).connection.id).toBe(made!.id);
  expect(installation.config.isDirty).toBe(false);
});

test('loading again keeps the connection that the person has chosen, though another one is newer', async () => {
  const groupRef = 'choosing';
  const [earlier, later] = [fakeOpener(), fakeOpener()];
  const before = openPage(server, groupRef, { options: { opener: earlier.opener } });
  const making = before.installation.connect();
  await earlier.allow();
  earlier.popUp.closed = true;
  const { id } = await making;
  const apiKey = 'sandbox-hubspot-globex';
  await server.caller.manage('POST', '/connections:generate', { provider: 'hubspot', groupRef, apiKey });

  const { installation } = openPage(server, groupRef, { options: { opener: later.opener } });
  await installation.load();
  expect(installation.getSnapshot().connection?.id).not.toBe(id);
  const choosing = installation.connect();
  await later.allow();
  later.post(succeeded(id));
  await choosing;
  await installation.load();
  expect(installation.getSnapshot().connection?.id).toBe(id);
  expect((await installation.save()).connection.id).toBe(id);
});

test('what is shown is the connection that the server takes: the newest one that works, else the newest', async () => {
  const groupRef = await newGroup(server);
  const { manage } = server.caller;
  const { installation } = openPage(server, groupRef);
  await installation.load();
  const working = installation.getSnapshot().connection?.id;
  const oauth2AuthorizationCode = { accessToken: 'sandbox-hubspot-initech', refreshToken: 'dead' };
  const body = { provider: 'hubspot', groupRef, oauth2AuthorizationCode };
  const { id } = (await manage<{ id: string }>('POST', '/connections:generate', body)).body;
  await installation.load();
  expect(installation.getSnapshot().connection?.id).toBe(id);
  expect((await manage('GET', `/connections/${id}?refresh=force`)).status).toBe(422);
  await installation.load();
  expect(installation.getSnapshot().connection?.id).toBe(working);
  expect((await manage('DELETE', `/connections/${working}`)).status).toBe(204);
  await installation.load();
  expect(installation.getSnapshot().connection).toMatchObject({ id, status: 'bad_credentials' });
});

test('a connection that was made counts even if its window told nothing; else it is said why there is none', async () => {
  const groupRef = 'connecting';
  const silent = fakeOpener();
  const { installation } = openPage(server, groupRef, { options: { opener: silent.opener } });
  const connecting = installation.connect();
  await silent.allow();
  silent.popUp.closed = true;
  expect(await connecting).toMatchObject({ provider: 'hubspot', status: 'working' });
  expect(installation.getSnapshot()).toMatchObject({ status: 'ready', connection: { provider: 'hubspot' } });

  const closed = fakeOpener();
  const other = openPage(server, 'refusing', { options: { opener: closed.opener } });
  const ending = other.installation.connect();
  await closed.address();
  closed.popUp.closed = true;
  expect(await failure(ending)).toMatchObject({ name: 'WritConnectError', reason: 'closed' });

  closed.popUp.closed = false;
  closed.popUp.location.href = '';
  const refusing = other.installation.connect();
  await closed.address();
  await Promise.resolve();
  closed.post({ eventType: 'AUTHORIZATION_FAILED', message: 'You did not allow access.' });
  const error = await failure(refusing);
  expect(error).toBeInstanceOf(WritConnectError);
  expect(error).toMatchObject({ reason: 'refused', message: 'You did not allow access.' });

  const blocked = openPage(server, 'refusing', { options: { opener: fakeOpener(true).opener } });
  expect(await failure(blocked.installation.connect())).toMatchObject({ reason: 'blocked' });
});

test('the example of the README does what it says', async () => {
  const readme = await readFile(join(import.meta.dirname, '../README.md'), 'utf8');
  const [, example = ''] = /```ts\n(.*?)```/s.exec(readme) ?? [];
  const groupRef = await newGroup(server);
  const shown: unknown[] = [];
  const body = stripTypeScriptTypes(example).replace(/^import .*$/m, '');
  const context = {
    createWrit,
    baseUrl: server.demo.managementUrl,
    project: server.demo.project,
    getToken: () => server.signer({ groupRef }),
    groupRef,
    console: { log: (value: unknown) => shown.push(value) },
  };
  await runInNewContext(`(async () => {${body}})()`, context);
  expect(shown).toMatchObject([
    {
      contacts: {
        deletionSettings: { enabled: true },
        selectedFieldSettings: { email: { writeOnUpdate: 'ifEmpty' } },
      },
    },
  ]);
});

test('while the server is away a draft waits, and is saved when it is back', async () => {
  const groupRef = await newGroup(server);
  const { installation } = openPage(server, groupRef, { options: { timeoutMs: 120_000 } });
  await installation.save();
  installation.config.writeObject('contacts').setEnableDeletion();
  await server.process.close();
  const error = await failure(installation.save());
  expect(error).toBeInstanceOf(WritNetworkError);
  expect(await failure(installation.load())).toBeInstanceOf(WritNetworkError);
  expect(installation.getSnapshot()).toMatchObject({ isDirty: true, status: 'ready', isLoaded: true });
  await server.again();
  await installation.save();
  expect(installation.getSnapshot()).toMatchObject({
    isDirty: false,
    error: undefined,
    saved: { write: { objects: { contacts: { deletionSettings: { enabled: true } } } } },
  });
});
