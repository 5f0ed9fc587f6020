import { createHash, randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { newId, type Database, type Prisma } from '@writ/db';
import { createKeyring, projectSecrets, type Secrets } from '@writ/tenancy';
import { openTestDatabase } from '@writ/test-kit/database';
import {
  insertOauthConnect,
  removeLateConnects,
  takeOauthConnect,
  type OauthConnect,
} from './oauth-connects.ts';

let db: Database;
let secrets: Secrets;
beforeAll(async () => {
  db = await openTestDatabase({ maxConnections: 8 });
  secrets = projectSecrets(createKeyring(`k1:${randomBytes(32).toString('base64')}`), db.pool);
});
afterAll(() => db.close());

const connect = (): OauthConnect => ({
  projectId: newId(),
  provider: 'hubspot',
  providerAppId: newId(),
  connectionId: null,
  groupRef: 'acme',
  groupName: 'Acme',
  consumerRef: null,
  consumerName: null,
  providerWorkspaceRef: null,
  providerMetadata: { region: 'eu' },
  baseUrl: null,
  openerOrigin: 'https://app.test',
  begunBy: { kind: 'apiKey', id: 'k', requestId: 'r', action: 'postOauthConnect' },
});

const take = (state: string) => takeOauthConnect(db.prisma, secrets, state, 'token');
const insert = (given = connect()) => insertOauthConnect(db.prisma, secrets, given, 'token');

test('a state leads to what was kept, with the verifier of its challenge, to one of all who come', async () => {
  const given = connect();
  const { state, codeChallenge } = await insert(given);
  const taken = await Promise.all(Array.from({ length: 8 }, () => take(state)));
  const [one, ...others] = taken.filter((found) => found !== undefined);
  expect(others).toEqual([]);
  const { codeVerifier, ...facts } = one!;
  expect(facts).toEqual({ ...given, isLate: false, takenAt: expect.any(Date) });
  const verifier = await codeVerifier();
  expect(verifier).toMatch(/^[\w-]{43}$/);
  expect(createHash('sha256').update(verifier).digest('base64url')).toBe(codeChallenge);
});

test('the row holds nothing that a state or a verifier could be made of', async () => {
  const { state } = await insert();
  const [id = '', nonce = ''] = state.split('.');
  const { rows } = await db.pool.query<{ row: string }>(
    'SELECT oauth_connect::text AS row FROM oauth_connect WHERE id = $1',
    [id],
  );
  expect(rows[0]?.row).not.toContain(nonce);
  expect(rows[0]?.row).toContain('v2:');
  // Even with a good mark, the id alone opens nothing.
  expect(await take(secrets.sign('oauth state', `${id}.other`))).toBeUndefined();
  expect(await take(state)).toBeDefined();
});

test('a state that is not of ours never reaches the database', async () => {
  const { state } = await insert();
  const noDatabase = {
    $queryRaw: () => {
      throw new Error('the database was asked');
    },
  } as unknown as Prisma.TransactionClient;
  const other = projectSecrets(createKeyring(`k1:${randomBytes(32).toString('base64')}`), db.pool);
  for (const forged of ['', 'x', `f${state}`, state.slice(0, -1), other.sign('oauth state', 'a.b')])
    expect(await takeOauthConnect(noDatabase, secrets, forged, 'token')).toBeUndefined();
});

test('who does not come back is forgotten, first as late and then altogether', async () => {
  const [late, lost, fresh] = [await insert(), await insert(), await insert()];
  const age = (state: string, minutes: number) =>
    db.pool.query(
      `UPDATE oauth_connect SET create_time = create_time - $2 * interval '1 min' WHERE id = $1`,
      [state.split('.')[0], minutes],
    );
  await age(late.state, 11);
  await age(lost.state, 21);
  expect(await removeLateConnects(db.prisma, 10)).toBe(1);
  expect(await take(lost.state)).toBeUndefined();
  expect(await take(late.state)).toMatchObject({ isLate: true });
  expect(await take(fresh.state)).toMatchObject({ isLate: false });
});
