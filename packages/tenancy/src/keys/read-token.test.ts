import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import { expect, test } from '@jest/globals';
import type { JwtAlgorithm, Scope } from '@writ/contracts';
import { SignJWT } from 'jose';
import { publicKeyFault } from './public-key.ts';
import { createTokenReader, keyIdOf } from './read-token.ts';

const madeAt = 1_800_000_000;
const keyId = '019aa000-0000-7000-8000-000000000001';
const pairs = {
  EdDSA: generateKeyPairSync('ed25519'),
  ES256: generateKeyPairSync('ec', { namedCurve: 'P-256' }),
  RS256: generateKeyPairSync('rsa', { modulusLength: 2_048 }),
  RSA: generateKeyPairSync('rsa', { modulusLength: 2_048 }),
};
const pemOf = (key: KeyObject): string => key.export({ type: 'spki', format: 'pem' }).toString();

const keyRow = (algorithm: JwtAlgorithm, scopes: readonly Scope[] = ['full']) => ({
  algorithm,
  public_key_pem: pemOf(pairs[algorithm].publicKey),
  scopes,
  project_id: '019aa000-0000-7000-8000-000000000002',
  project_name: 'portal',
  audience_required: false,
});

const sign = (
  claims: Record<string, unknown>,
  { algorithm = 'EdDSA', header = {} }: { algorithm?: JwtAlgorithm; header?: object } = {},
): Promise<string> =>
  new SignJWT({ iat: madeAt, exp: madeAt + 600, ...claims })
    .setProtectedHeader({ alg: algorithm === 'RSA' ? 'RS256' : algorithm, kid: keyId, ...header })
    .sign(pairs[algorithm].privateKey);

function reader() {
  let seconds = madeAt;
  const read = createTokenReader(() => new Date(seconds * 1_000));
  return { read, at: (later: number) => void (seconds = madeAt + later) };
}

test.each(['EdDSA', 'ES256', 'RS256', 'RSA'] as const)('a token signed by %s is read', async (algorithm) => {
  const { read } = reader();
  const token = await sign({}, { algorithm });
  expect(keyIdOf(token)).toBe(keyId);
  expect(await read(token, keyRow(algorithm))).toEqual({
    scopes: new Set(['full']),
    expireTime: new Date((madeAt + 600) * 1_000),
  });
});

test('a key with text around its PEM is accepted, and so are its tokens', async () => {
  const key = keyRow('EdDSA');
  const public_key_pem = `\n${key.public_key_pem}# of the portal\n`;
  expect(publicKeyFault('EdDSA', public_key_pem)).toBeUndefined();
  expect(await reader().read(await sign({}), { ...key, public_key_pem })).toBeDefined();
});

test('a token ends with its time, also one that was found good before', async () => {
  const { read, at } = reader();
  const token = await sign({});
  expect(await read(token, keyRow('EdDSA'))).toBeDefined();
  at(629);
  expect(await read(token, keyRow('EdDSA'))).toBeDefined();
  at(630);
  expect(await read(token, keyRow('EdDSA'))).toBeUndefined();
});

test('a token that was found good is checked again by a key that changed', async () => {
  const { read } = reader();
  const token = await sign({});
  expect(await read(token, keyRow('EdDSA'))).toBeDefined();
  expect(
    await read(token, {
      ...keyRow('EdDSA'),
      public_key_pem: pemOf(generateKeyPairSync('ed25519').publicKey),
    }),
  ).toBeUndefined();
  expect(await read(token, keyRow('EdDSA', ['operations:read']))).toMatchObject({
    scopes: new Set(['operations:read']),
  });
});

test.each([
  ['is valid for longer than ten minutes', { exp: madeAt + 601 }],
  ['does not end', { exp: undefined }],
  ['does not say when it was made', { iat: undefined }],
  ['was made in the future', { iat: madeAt + 60, exp: madeAt + 600 }],
  ['is not valid yet', { nbf: madeAt + 60 }],
  ['has a scope of the wrong form', { scope: ['full'] }],
  ['has a group of the wrong form', { groupRef: 1 }],
  ['has an empty group', { groupRef: '' }],
])('a token that %s is refused', async (_, claims) => {
  const { read } = reader();
  expect(await read(await sign(claims), keyRow('EdDSA'))).toBeUndefined();
});

test('a token by another algorithm or key than the registered one, or by none, is refused', async () => {
  const { read } = reader();
  const [head = '', body = ''] = (await sign({})).split('.');
  const none = Buffer.from(JSON.stringify({ alg: 'none', kid: keyId })).toString('base64url');
  expect(await read(`${none}.${body}.`, keyRow('EdDSA'))).toBeUndefined();
  expect(await read(`${head}.${body}.AAAA`, keyRow('EdDSA'))).toBeUndefined();
  expect(await read(await sign({}, { algorithm: 'ES256' }), keyRow('EdDSA'))).toBeUndefined();
  const byPublicText = await new SignJWT({ iat: madeAt, exp: madeAt + 60 })
    .setProtectedHeader({ alg: 'HS256', kid: keyId })
    .sign(Buffer.from(keyRow('RS256').public_key_pem));
  expect(await read(byPublicText, keyRow('RS256'))).toBeUndefined();
});

test('what is no token, names no key, or must be understood names nothing to look up', async () => {
  const [, ...rest] = (await sign({})).split('.');
  const withHeader = (header: object): string =>
    [
      Buffer.from(JSON.stringify({ alg: 'EdDSA', kid: keyId, ...header })).toString('base64url'),
      ...rest,
    ].join('.');
  expect(keyIdOf(withHeader({}))).toBe(keyId);
  expect(keyIdOf(withHeader({ crit: ['b64'] }))).toBeUndefined();
  expect(keyIdOf(await sign({}, { header: { kid: 'mine' } }))).toBeUndefined();
  expect(keyIdOf(withHeader({ kid: [keyId] }))).toBeUndefined();
  expect(keyIdOf('an administrators token')).toBeUndefined();
  expect(keyIdOf('')).toBeUndefined();
});

test.each<[readonly Scope[], object, readonly Scope[], string | undefined]>([
  [['full'], { scope: 'operations:read write:records' }, ['operations:read', 'write:records'], undefined],
  [['installations:manage'], { scope: 'installations:read full' }, ['installations:read'], undefined],
  [['operations:read'], { scope: 'nonsense' }, [], undefined],
  [['full'], { groupRef: 'acme' }, ['frontend'], 'acme'],
  [['full'], { groupRef: 'acme', scope: 'write:records full' }, ['frontend', 'write:records'], 'acme'],
  [['frontend'], { groupRef: 'acme', scope: 'write:records' }, ['frontend'], 'acme'],
  [['operations:read'], { groupRef: 'acme' }, [], 'acme'],
  [['frontend'], { groupRef: '😀'.repeat(255) }, ['frontend'], '😀'.repeat(255)],
])('a key with %j lets a token with %j do %j', async (scopes, claims, allowed, groupRef) => {
  const { read } = reader();
  const found = await read(await sign(claims as Record<string, unknown>), keyRow('EdDSA', scopes));
  expect(found?.scopes).toEqual(new Set(allowed));
  expect(found?.groupRef).toBe(groupRef);
});

test('a key that wants an audience takes no token without one, also one that was found good before', async () => {
  const { read } = reader();
  const [named, nameless] = [await sign({ aud: 'portal' }), await sign({})];
  expect(await read(nameless, keyRow('EdDSA'))).toBeDefined();
  const key = { ...keyRow('EdDSA'), audience_required: true };
  expect([await read(named, key), await read(nameless, key)]).toEqual([expect.anything(), undefined]);
});

test.each([
  [undefined, true],
  ['JWT', true],
  ['jwt', true],
  ['at+jwt', false],
  ['logout+jwt', false],
  ['', false],
  [7, false],
  [['JWT'], false],
])('a token of the type %j counts: %j', async (typ, counts) => {
  const token = await sign({}, { header: typ === undefined ? {} : { typ } });
  expect((await reader().read(token, keyRow('EdDSA'))) !== undefined).toBe(counts);
});

/** The points of small order, and other ways to write them; the last byte's highest bit is the sign. */
const smallOrders = [
  `01${'00'.repeat(31)}`,
  `01${'00'.repeat(30)}80`,
  '00'.repeat(32),
  `${'00'.repeat(31)}80`,
  `ec${'ff'.repeat(30)}7f`,
  `ed${'ff'.repeat(30)}7f`,
  `ee${'ff'.repeat(31)}`,
  '26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc85',
  'c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a',
];

test.each(smallOrders)('the point %s of Ed25519, by which anybody can sign, is no key', async (point) => {
  const der = Buffer.concat([Buffer.from('302a300506032b6570032100', 'hex'), Buffer.from(point, 'hex')]);
  const pem = `-----BEGIN PUBLIC KEY-----\n${der.toString('base64')}\n-----END PUBLIC KEY-----\n`;
  expect(publicKeyFault('EdDSA', pem)).toContain('small order');
  // R is the neutral point and S zero: where the key is neutral, too, older readers take this for every message.
  const forged = Buffer.concat([Buffer.from([1]), Buffer.alloc(63)]).toString('base64url');
  const [head, body] = (await sign({})).split('.');
  const key = { ...keyRow('EdDSA'), public_key_pem: pem };
  expect(await reader().read(`${head}.${body}.${forged}`, key)).toBeUndefined();
});

test('a public key is one of its algorithm, and a private one is refused', () => {
  for (const algorithm of ['EdDSA', 'ES256', 'RS256', 'RSA'] as const) {
    expect(publicKeyFault(algorithm, keyRow(algorithm).public_key_pem)).toBeUndefined();
  }
  expect(publicKeyFault('ES256', keyRow('EdDSA').public_key_pem)).toContain('P-256');
  expect(publicKeyFault('EdDSA', keyRow('RSA').public_key_pem)).toContain('Ed25519');
  expect(
    publicKeyFault('RSA', pemOf(generateKeyPairSync('rsa', { modulusLength: 1_024 }).publicKey)),
  ).toContain('2048');
  const secret = pairs.EdDSA.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
  expect(publicKeyFault('EdDSA', secret)).toContain('private key');
  expect(publicKeyFault('RS256', 'ssh-rsa AAAA')).toContain('BEGIN PUBLIC KEY');
  expect(publicKeyFault('RS256', '-----BEGIN PUBLIC KEY-----\nx\n-----END PUBLIC KEY-----')).toBeDefined();
});

test.each([
  ['portal', true],
  ['019aa000-0000-7000-8000-000000000002', true],
  [['https://elsewhere.test', 'portal'], true],
  ['elsewhere', false],
  [['elsewhere'], false],
  [[], false],
  ['', false],
  [7, false],
  [{ portal: true }, false],
  [null, false],
  [[...Array.from({ length: 10 }, () => 'elsewhere'), 'portal'], false],
] as const)('a token for the audience %j counts in the project portal: %j', async (aud, counts) => {
  const { read } = reader();
  const token = await sign({ aud });
  for (const _ of ['checked', 'remembered']) {
    expect((await read(token, keyRow('EdDSA'))) !== undefined).toBe(counts);
  }
});
