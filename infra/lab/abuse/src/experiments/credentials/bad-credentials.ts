import { createHmac, generateKeyPairSync, randomBytes, randomUUID, sign, type KeyObject } from 'node:crypto';

export type BadCredential = { what: string; headers: Readonly<Record<string, string>> };

/** What an attacker may know: public keys, and keys that have ended. */
export type Known = {
  projectId: string;
  /** A valid API key; the attacker has seen all but its last character. */
  apiKey: string;
  deletedApiKey: string;
  /** An RS256 key of the project, with its private half, for tokens with one fault. */
  kid: string;
  privateKey: KeyObject;
  publicKeyPem: string;
  inactiveKid: string;
};

type Token = {
  header?: Record<string, unknown>;
  claims?: Record<string, unknown>;
  signature?: (signed: string) => string;
};

/** Credentials that must be refused (Quality §2, A2). */
export function badCredentials(known: Known): readonly BadCredential[] {
  const key = (what: string, text: string): BadCredential => ({ what, headers: { 'x-api-key': text } });
  const bearer = (what: string, text: string): BadCredential => ({
    what,
    headers: { authorization: `Bearer ${text}` },
  });
  const token = (what: string, changes: Token): BadCredential => bearer(what, made(known, changes));
  const last = known.apiKey.at(-1) === 'a' ? 'b' : 'a';
  const other = generateKeyPairSync('rsa', { modulusLength: 2_048 });
  const now = Math.floor(Date.now() / 1_000);
  const hs256 = (secret: string | Buffer) => (signed: string) =>
    createHmac('sha256', secret).update(signed).digest('base64url');
  return [
    { what: 'none at all', headers: {} },
    key('an API key with another last character', known.apiKey.slice(0, -1) + last),
    key('an API key with one character more', `${known.apiKey}${last}`),
    key('a random API key', `${known.apiKey.slice(0, 6)}${randomBytes(32).toString('hex')}`),
    key('a deleted API key', known.deletedApiKey),
    key('an API key as an empty text', ''),
    bearer('an API key as a bearer', known.apiKey),
    token('alg none without a signature', { header: { alg: 'none' }, signature: () => '' }),
    token('alg None', { header: { alg: 'None' }, signature: () => '' }),
    token('alg none with a signature', { header: { alg: 'none' } }),
    token('HS256 by the public key', { header: { alg: 'HS256' }, signature: hs256(known.publicKeyPem) }),
    token('HS256 by an empty secret', { header: { alg: 'HS256' }, signature: hs256('') }),
    token('RS256 by another key', { signature: rs256(other.privateKey) }),
    token('RS256 by a key in the header', {
      header: { jwk: other.publicKey.export({ format: 'jwk' }), jku: 'http://127.0.0.1:9/keys' },
      signature: rs256(other.privateKey),
    }),
    token('PS256 under the name of an RS256 key', { header: { alg: 'PS256' } }),
    token('a header that must be understood', { header: { crit: ['exp'] } }),
    token('an expired one', { claims: { iat: now - 700, exp: now - 100 } }),
    token('one of tomorrow', { claims: { iat: now + 86_400, exp: now + 86_500 } }),
    token('one that is not valid yet', { claims: { nbf: now + 300 } }),
    token('one that lives for a day', { claims: { exp: now + 86_400 } }),
    token('one without an end', { claims: { exp: undefined } }),
    token('one without a beginning', { claims: { iat: undefined } }),
    token('one of another audience', { claims: { aud: 'https://elsewhere.test' } }),
    token('one without an audience', { claims: { aud: undefined } }),
    token('one of another type', { header: { typ: 'at+jwt' } }),
    token('a path in kid', { header: { kid: '../../../../dev/null' } }),
    token('an address in kid', { header: { kid: 'http://127.0.0.1:9/key.pem' } }),
    token('a statement in kid', { header: { kid: `${known.kid}' OR '1'='1` } }),
    token('a list in kid', { header: { kid: [known.kid] } }),
    token('an unknown kid', { header: { kid: randomUUID() } }),
    token('an inactive kid', { header: { kid: known.inactiveKid } }),
    bearer('no token', 'x'),
    bearer('a token of 10,000 dots', '.'.repeat(10_000)),
    { what: 'another scheme', headers: { authorization: 'Basic dTpw' } },
    {
      what: 'a good API key beside a good token',
      headers: { 'x-api-key': known.apiKey, authorization: `Bearer ${made(known, {})}` },
    },
    {
      what: 'a good API key beside a bad token',
      headers: { 'x-api-key': known.apiKey, authorization: 'Bearer x' },
    },
  ];
}

type Signer = Pick<Known, 'kid' | 'privateKey' | 'projectId'>;

export const goodToken = (known: Signer): string => made(known, {});

function made(known: Signer, { header, claims, signature = rs256(known.privateKey) }: Token): string {
  const now = Math.floor(Date.now() / 1_000);
  const parts = [
    { alg: 'RS256', typ: 'JWT', kid: known.kid, ...header },
    { aud: known.projectId, iat: now, exp: now + 300, ...claims },
  ];
  const signed = parts.map((part) => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.');
  return `${signed}.${signature(signed)}`;
}

const rs256 = (key: KeyObject) => (signed: string) =>
  sign('sha256', Buffer.from(signed), key).toString('base64url');
