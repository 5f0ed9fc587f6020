import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { createKeyring, reseal } from '@writ/tenancy';
import {
  behindRow,
  inTurn,
  startReceiver,
  testDatabase,
  type Receiver,
  type TestDatabase,
} from '@writ/test-kit';
import { startService, type TestService } from './testing/start-service.ts';
import { testProject } from './testing/test-project.ts';

let database: TestDatabase;
let service: TestService;
let provider: Receiver;
let allowHosts: string;
beforeAll(async () => {
  database = await testDatabase();
  provider = await startReceiver();
  allowHosts = new URL(provider.url).host;
  service = await startService(database, { allowHosts });
  provider.answerAlways(({ path, headers }) => {
    if (headers.authorization === 'Bearer ended') return { status: 401, body: '[]' };
    const isOther = path.startsWith('/two/') && headers.authorization === 'Bearer other-at-two';
    return { status: 200, body: JSON.stringify({ organization_id: isOther ? 'globex' : 'acme' }) };
  });
});
afterAll(async () => {
  await provider.close();
  await service.close();
});

/** Only token and address together lead to another account. */
async function connected(on = service) {
  const { connect, call } = await testProject(on);
  const at = (place: string) => ({ providerMetadata: { instanceUrl: `${provider.url}/${place}` } });
  const id = await connect('acme', { provider: 'salesforce', apiKey: 'first', ...at('one') });
  const change = (path: string, connection: object) => () =>
    call('PATCH', `/connections/${id}`, { updateMask: [path], connection });
  const found = async () => {
    const { body } = await call('GET', `/connections/${id}?includeCreds=true`);
    const { providerMetadata, creds } = body as {
      providerMetadata: Record<string, { value: string }>;
      creds: Record<string, string>;
    };
    return [providerMetadata['instanceUrl']?.value, creds['apiKey']];
  };
  return {
    id,
    found,
    call,
    setToken: change('apiKey', { apiKey: 'other-at-two' }),
    setEnded: change('oauth2AuthorizationCode', {
      oauth2AuthorizationCode: { accessToken: 'ended', refreshToken: 'used-once' },
    }),
    setAddress: change('providerMetadata.instanceUrl', at('two')),
    setRegion: change('providerMetadata.region', { providerMetadata: { region: 'eu' } }),
    remove: () => call('DELETE', `/connections/${id}`),
  };
}
type Connected = Awaited<ReturnType<typeof connected>>;

test.each<[string, (of: Connected) => Parameters<typeof behindRow>[2], number[], [string, string]]>([
  [
    'a token, then an address',
    ({ setToken, setAddress }) => [setToken, setAddress],
    [200, 400],
    ['one', 'other-at-two'],
  ],
  [
    'an address, then a token',
    ({ setToken, setAddress }) => [setAddress, setToken],
    [200, 400],
    ['two', 'first'],
  ],
  [
    'a token, then a fact',
    ({ setToken, setRegion }) => [setToken, setRegion],
    [200, 200],
    ['one', 'other-at-two'],
  ],
])(
  'of changes at the same time, %s, the second one is judged by what the first one left',
  async (_, callsOf, statuses, [place, apiKey]) => {
    const one = await connected();
    const answers = await behindRow(database.pool, { table: 'connection', id: one.id }, callsOf(one));
    expect(answers).toMatchObject(statuses.map((status) => ({ status })));
    expect(await one.found()).toEqual([`${provider.url}/${place}`, apiKey]);
  },
);

test('tokens that were granted while somebody set another address are stored: what they were granted for is used up', async () => {
  const { id, call, setAddress, setEnded } = await connected();
  await call('POST', '/provider-apps', {
    provider: 'salesforce',
    clientId: 'client',
    clientSecret: 'secret',
  });
  const body = { access_token: 'granted', refresh_token: 'the-next' };
  const then = { status: 200, body };
  service.sandbox.setFault({ provider: 'salesforce', match: { path: '/token' }, times: 1, then });
  const calls = [setAddress, setEnded];
  const answers = await behindRow(database.pool, { table: 'connection', id }, calls);
  expect(answers).toMatchObject([{ status: 200 }, { status: 200, body: { status: 'working' } }]);
  expect((await call('GET', `/connections/${id}?includeCreds=true`)).body).toMatchObject({
    providerMetadata: { instanceUrl: { value: `${provider.url}/two` } },
    creds: { accessToken: 'granted', refreshToken: 'the-next' },
  });
});

test('new credentials for a connection that is removed while the provider is asked are refused', async () => {
  const one = await connected();
  const calls = [one.remove, one.setToken];
  const answers = await behindRow(database.pool, { table: 'connection', id: one.id }, calls);
  expect(answers.map(({ status }) => status)).toEqual([204, 404]);
});

test('credentials that were sealed with a new data key meanwhile are opened without a second connection', async () => {
  const own = await testDatabase();
  const narrow = await startService(own, { maxConnections: 1, allowHosts });
  try {
    const { setAddress, found } = await connected(narrow);
    const sealed = async (): Promise<string> =>
      (await own.pool.query<{ credentials: string }>('SELECT credentials FROM connection')).rows[0]!
        .credentials;
    const before = await sealed();
    const keyring = { ...createKeyring(narrow.encryptionKeys), sealingKeyId: 'k2' };
    await reseal(own.pool, keyring, { newDataKeys: true });
    const after = await sealed();
    await own.pool.query(`CREATE TABLE kept AS SELECT * FROM project_key WHERE number = 2`);
    await own.pool.query('DELETE FROM project_key WHERE number = 2');
    await own.pool.query('UPDATE connection SET credentials = $1', [before]);
    const end = `INSERT INTO project_key SELECT * FROM kept; UPDATE connection SET credentials = '${after}'; COMMIT`;
    const hold = { text: 'SELECT FROM connection FOR UPDATE', end };
    expect(await inTurn(own.pool, hold, [setAddress])).toMatchObject([{ status: 200 }]);
    expect(await found()).toEqual([`${provider.url}/two`, 'first']);
  } finally {
    await narrow.close();
  }
});
