import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { BlockList } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { createClosing } from '@writ/service-kit';
import { eventually, testDatabase, type TestDatabase } from '@writ/test-kit';
import { runDemo } from './demo/run-demo.ts';
import { startWrit, type RunningWrit } from './testing/start-writ.ts';

const closing = createClosing();
let writ: RunningWrit;
let database: TestDatabase;
let watched = '';

beforeAll(async () => {
  const dataDir = closing.add(await mkdtemp(join(tmpdir(), 'writ-sockets-')), (path) =>
    rm(path, { recursive: true }),
  );
  database = closing.add(await testDatabase(), (db) => db.drop());
  watched = join(dataDir, 'sockets');
  writ = await startWrit(dataDir, {
    DATABASE_URL: database.url,
    NODE_OPTIONS: `--import=${join(import.meta.dirname, 'testing/watch-sockets.main.ts')}`,
    WATCHED_SOCKETS: watched,
  });
  closing.add(writ.process, (started) => started.close());
});
afterAll(() => closing.close());

const real = 'https://acme.my.salesforce.com';
const switching = expect.stringContaining('SALESFORCE_LOGIN_URL=https://login.salesforce.com');

const strikeTokens = (times: number) =>
  fetch(`${writ.demo.sandboxUrl}/_sandbox/faults`, {
    method: 'POST',
    body: JSON.stringify({
      provider: 'salesforce',
      match: { path: '/token' },
      times,
      then: { status: 200, body: { access_token: 'sandbox-salesforce-acme', instance_url: real } },
    }),
  });

/** The sandbox's redirect after the user allows access. */
async function consent(groupRef: string): Promise<string> {
  const json = { projectIdOrName: 'demo', provider: 'salesforce', groupRef };
  const { body } = await writ.caller.call<string>('POST', `${writ.demo.managementUrl}/oauth-connect`, {
    json,
  });
  expect(new URL(body).origin).toBe(new URL(writ.demo.sandboxUrl).origin);
  const { headers } = await fetch(`${body}&account=acme`, { redirect: 'manual' });
  return headers.get('location') ?? '';
}

const loopback = new BlockList();
loopback.addSubnet('127.0.0.0', 8, 'ipv4');
loopback.addAddress('::1', 'ipv6');

/** Hosts and addresses outside this machine, and all ports. */
async function socketsOpened() {
  const lines = (await readFile(watched, 'utf8')).trim().split('\n');
  const fields = lines.map((line) => line.split(' '));
  const isHere = (place = ''): boolean =>
    place === 'localhost' || loopback.check(place, place.includes(':') ? 'ipv6' : 'ipv4');
  return {
    elsewhere: fields.flatMap(([, place]) => (isHere(place) ? [] : [place])),
    ports: new Set(fields.flatMap(([what, , port]) => (what === 'connect' ? [port] : []))),
  };
}

test('nothing leaves the machine while the sandbox stands in, whatever address is given, granted or stored', async () => {
  const { caller, demo } = writ;
  await runDemo(demo, () => undefined);
  const lead = { type: 'create', record: { LastName: 'Lovelace', Company: 'Engines' } };
  expect(await caller.write('salesforce', 'Lead', lead)).toMatchObject({ status: 200 });

  const oauth2ClientCredentials = { clientId: 'acme', clientSecret: 'secret' };
  const addresses = [{ providerWorkspaceRef: 'acme' }, { providerMetadata: { instanceUrl: real } }];
  const refused = { status: 400, body: { issues: [{ remedy: switching }] } };
  const [demoConnection] = (
    await caller.manage<{ id: string }[]>('GET', '/connections?provider=salesforce&groupRef=acme')
  ).body;
  const path = `/connections/${demoConnection?.id ?? ''}`;
  for (const address of addresses) {
    const body = { provider: 'salesforce', groupRef: 'given', ...address };
    for (const credentials of [{ apiKey: 'a-key' }, { oauth2ClientCredentials }]) {
      const made = await caller.manage('POST', '/connections:generate', { ...body, ...credentials });
      expect(made).toMatchObject(refused);
    }
    const json = { projectIdOrName: 'demo', ...body };
    expect(await caller.call('POST', `${demo.managementUrl}/oauth-connect`, { json })).toMatchObject(refused);
  }
  const instanceUrl = { updateMask: ['providerMetadata.instanceUrl'], connection: addresses[1] };
  expect(await caller.manage('PATCH', path, instanceUrl)).toMatchObject(refused);

  const returned = await consent('granted');
  await strikeTokens(1);
  expect(await (await fetch(returned)).text()).toContain('SALESFORCE_LOGIN_URL=https://login.salesforce.com');
  await fetch(await consent('granted'));
  const [granted] = (
    await caller.manage<{ id: string }[]>('GET', '/connections?provider=salesforce&groupRef=granted')
  ).body;
  await strikeTokens(1);
  expect(await caller.manage('GET', `/connections/${granted?.id ?? ''}?refresh=force`)).toMatchObject({
    status: 200,
    body: { providerMetadata: { instanceUrl: { value: expect.stringContaining(demo.sandboxUrl) } } },
  });

  // From a start with other addresses.
  await database.pool.query(
    `UPDATE connection SET provider_metadata = jsonb_build_object('instanceUrl', $1::text) WHERE provider = 'salesforce'`,
    [real],
  );
  expect(await caller.write('salesforce', 'Lead', lead)).toMatchObject({
    status: 502,
    body: { detail: switching, context: { outcome: 'notSent' } },
  });
  expect(await caller.manage('GET', `/connections/${granted?.id ?? ''}?refresh=force`)).toMatchObject({
    status: 503,
    body: { detail: expect.stringContaining('could not be renewed') },
  });
  const waiting = await caller.write<{ operationId: string }>('salesforce', 'Lead', {
    ...lead,
    mode: 'asynchronous',
  });
  await eventually(async () =>
    expect(await caller.manage('GET', `/operations/${waiting.body.operationId}/attempts`)).toMatchObject({
      body: { results: [{ outcome: 'retry', sent: 0, message: switching }] },
    }),
  );

  const { elsewhere, ports } = await socketsOpened();
  expect(elsewhere).toEqual([]);
  // The watch works: it saw the sandbox and Postgres.
  for (const url of [demo.sandboxUrl, database.url]) expect(ports).toContain(new URL(url).port);
});
