import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { deliverTo, integrationName, writePath, type Sandbox } from '@writ/stack';
import { eventually } from '@writ/test-kit';
import { ask } from '../../ground/ask.ts';
import type { Whole } from '../../ground/start-whole.ts';
import { goodToken } from '../credentials/bad-credentials.ts';
import type { Planted } from './search.ts';

const eventTypes = ['write.async.done', 'connection.updated', 'connection.error'] as const;

const random = (): string => randomBytes(24).toString('base64url');

/** Stores and uses secrets of each kind. Also returns those made by product and provider. */
export async function plant(whole: Whole, marker: string): Promise<Planted[]> {
  const { project, adminToken, stack, sandbox, account } = whole;
  const accessToken = sandbox.tokenOf(account.account);
  const credentials = await plantCredentials(whole);
  const refreshed = await plantTokens(whole);
  const destination = await plantDestination(whole);
  const [jwt] = credentials.filter(({ what }) => what === 'a JSON Web Token');
  await playEchoes(whole, account.account);
  const groups = [account.groupRef, oauthGroup];
  for (const credential of [{ 'x-api-key': project.apiKey }, { authorization: `Bearer ${jwt?.text}` }])
    for (const groupRef of groups)
      for (const mode of ['synchronous', 'asynchronous'])
        for (let time = 0; time < 3; time += 1)
          await writeOne(whole, { ...credential, 'x-request-id': marker }, { groupRef, mode });
  await eventually(() => whole.receiver.received.length >= 12);
  const keys = stack.environment['ENCRYPTION_KEYS'] ?? '';
  return [
    { what: 'the token of administrators', text: adminToken },
    { what: 'an API key', text: project.apiKey },
    { what: 'an encryption key', text: keys.slice(keys.indexOf(':') + 1) },
    { what: 'an API key of a provider', text: accessToken },
    ...credentials,
    ...refreshed,
    ...destination,
    ...(await tokensNow(whole)),
  ];
}

async function plantCredentials({ project }: Whole): Promise<Planted[]> {
  const { management, name } = project;
  const keys = `/projects/${name}/api-keys`;
  const shortLived = { label: 'short-lived', scopes: ['full'] };
  const { id, key } = await management.call<{ id: string; key: string }>('POST', keys, shortLived);
  const inactive = { updateMask: ['active'], apiKey: { active: false } };
  await management.call('PATCH', `${keys}/${id}`, inactive);
  const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2_048 });
  const publicKeyPem = publicKey.export({ type: 'spki', format: 'pem' }).toString();
  const path = `/projects/${name}/jwt-keys`;
  const { kid, projectId } = await management.call<{ kid: string; projectId: string }>('POST', path, {
    label: 'portal',
    algorithm: 'RS256',
    publicKeyPem,
  });
  return [
    { what: 'an inactive API key', text: key },
    { what: 'a JSON Web Token', text: goodToken({ kid, privateKey, projectId }) },
  ];
}

const oauthGroup = 'oauth-group';

/** A builder's app, and tokens that need an immediate refresh. */
async function plantTokens({ project, sandbox }: Whole): Promise<Planted[]> {
  const { management, name } = project;
  const clientSecret = random();
  const path = `/projects/${name}`;
  await management.call('POST', `${path}/provider-apps`, {
    provider: 'hubspot',
    clientId: 'client',
    clientSecret,
    scopes: ['crm.objects.contacts.write'],
  });
  await sandbox.liftQuota(oauthAccount);
  const accessToken = sandbox.tokenOf(oauthAccount);
  const refreshToken = refreshTokenOf(sandbox);
  const { id } = await management.call<{ id: string }>('POST', `${path}/connections:generate`, {
    provider: 'hubspot',
    groupRef: oauthGroup,
    oauth2AuthorizationCode: {
      accessToken,
      refreshToken,
      expiresAt: new Date(Date.now() + 1_000).toISOString(),
    },
  });
  await management.call('POST', `${path}/integrations/${integrationName}/installations`, {
    groupRef: oauthGroup,
    connectionId: id,
    config: { content: { write: { objects: { contacts: { objectName: 'contacts' } } } } },
  });
  return [
    { what: 'a client secret', text: clientSecret },
    { what: 'an access token', text: accessToken },
    { what: 'a refresh token', text: refreshToken },
  ];
}

const oauthAccount = 'abused-by-tokens';
const refreshTokenOf = (sandbox: Sandbox): string =>
  sandbox.tokenOf(oauthAccount).replace('sandbox-', 'sandbox-refresh-');

async function plantDestination({ project, receiver }: Whole): Promise<Planted[]> {
  const { management, name } = project;
  const path = `/projects/${name}`;
  const headers = { authorization: `Bearer ${random()}`, 'x-own-secret': random() };
  const [id] = await deliverTo(project, { urls: [receiver.url], eventTypes, headers });
  type Shown = { secrets: { webhookSigningKey: string } };
  const old = await management.call<Shown>('GET', `${path}/destinations/${id}?includeSecrets=true`);
  const young = await management.call<Shown>('POST', `${path}/destinations/${id}:rotate-secret`);
  return [
    { what: 'a header of a destination', text: headers['x-own-secret'] },
    { what: 'a credential of a destination', text: headers.authorization.slice('Bearer '.length) },
    { what: 'an older signing key', text: old.secrets.webhookSigningKey },
    { what: 'a signing key', text: young.secrets.webhookSigningKey },
  ];
}

/** The provider refuses, with the token in its message. */
async function playEchoes({ sandbox }: Whole, account: string): Promise<void> {
  for (const status of [400, 401, 403, 500])
    await sandbox.play({
      provider: 'hubspot',
      account,
      match: { method: 'POST', path: 'contacts' },
      then: { status, body: { status: 'error', message: `No access with ${sandbox.tokenOf(account)}.` } },
    });
}

async function writeOne(
  { stack, project }: Whole,
  headers: Readonly<Record<string, string>>,
  { groupRef, mode }: { groupRef: string; mode: string },
): Promise<void> {
  const record = { email: `${random()}@example.com`.toLowerCase() };
  await ask(stack.writeUrl + writePath(project), {
    headers,
    body: { groupRef, type: 'create', mode, record },
  });
}

async function tokensNow({ project }: Whole): Promise<Planted[]> {
  const { management, name } = project;
  const connections = `/projects/${name}/connections`;
  const found = await management.call<{ results: { id: string }[] } | { id: string }[]>(
    'GET',
    `${connections}?groupRef=${oauthGroup}`,
  );
  const [connection] = Array.isArray(found) ? found : found.results;
  const { creds } = await management.call<{ creds: { accessToken: Token; refreshToken: Token } }>(
    'GET',
    `${connections}/${connection?.id}?includeCreds=true`,
  );
  return [
    { what: 'a refreshed access token', text: textOf(creds.accessToken) },
    { what: 'a newer refresh token', text: textOf(creds.refreshToken) },
  ];
}

type Token = string | { token: string };
const textOf = (token: Token): string => (typeof token === 'string' ? token : token.token);
