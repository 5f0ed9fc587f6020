import { generateKeyPairSync } from 'node:crypto';
import { rm, writeFile } from 'node:fs/promises';
import { WritProblem, type JwtKey } from '@writ/sdk';
import { Option, type Command } from 'commander';
import { withFile } from '../files.ts';
import { help } from '../openapi/help.ts';
import type { Acts, Session } from '../session.ts';
import { resourceOf } from './resource.ts';

const keyPairs = {
  ES256: () => generateKeyPairSync('ec', { namedCurve: 'P-256' }),
  RS256: () => generateKeyPairSync('rsa', { modulusLength: 2048 }),
  EdDSA: () => generateKeyPairSync('ed25519'),
};

export function jwtKeyCommands(program: Command, { act }: Acts): void {
  const description = 'Register keys that sign JSON Web Tokens';
  const keys = resourceOf(program, act, 'jwt-keys', 'Configure:', description);
  keys.list('list', 'getJwtKeys', {
    isShort: true,
    entries: (writ) => writ.jwtKeys.list(),
    columns: { ID: 'id', LABEL: 'label', ALGORITHM: 'algorithm', ACTIVE: 'active' },
  });
  const algorithm = new Option('--algorithm <name>', 'How tokens are signed').default('ES256');
  keys
    .add('create', 'postJwtKey')
    .description('Make a key pair, register its public key, and show how to sign tokens')
    .requiredOption('--label <text>', help.postJwtKey.inputs.label.description)
    .requiredOption('--out <file>', 'File for the private key, readable only by its owner')
    .addOption(algorithm.choices(Object.keys(keyPairs)))
    .action(act<[], NewJwtKey>(createJwtKey));
}

type NewJwtKey = { label: string; algorithm: keyof typeof keyPairs; out: string };

async function createJwtKey(
  { writ, print, note }: Session,
  _: [],
  { label, algorithm, out }: NewJwtKey,
): Promise<void> {
  const { privateKey, publicKey } = keyPairs[algorithm]();
  const pem = privateKey.export({ type: 'pkcs8', format: 'pem' });
  // A registered key without its private half would be useless.
  await withFile(out, writeFile(out, pem, { mode: 0o600, flag: 'wx' }));
  const publicKeyPem = publicKey.export({ type: 'spki', format: 'pem' }).toString();
  const key = await writ.jwtKeys.create({ label, algorithm, publicKeyPem }).catch(async (error: unknown) => {
    // A refused key is surely not registered.
    if (error instanceof WritProblem && error.status < 500) await rm(out);
    throw error;
  });
  const { publicKeyPem: _publicKeyPem, ...shown } = key;
  print.one(key, key.id, shown);
  for (const line of sample(key, out).split('\n')) note(line);
}

const sample = ({ id, algorithm, projectId }: JwtKey, file: string): string => `
import { readFile } from 'node:fs/promises';
import { importPKCS8, SignJWT } from 'jose';

const key = await importPKCS8(await readFile('${file}', 'utf8'), '${algorithm}');
const token = await new SignJWT({ groupRef: 'acme' }) // for this customer alone
  .setProtectedHeader({ alg: '${algorithm}', kid: '${id}' })
  .setAudience('${projectId}')
  .setIssuedAt()
  .setExpirationTime('10m')
  .sign(key);`;
