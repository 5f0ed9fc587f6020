import { generateKeyPairSync } from 'node:crypto';
import { rm, writeFile } from 'node:fs/promises';
import { WritProblem, type JwtKey } from '@writ/sdk';
import { Option, type Command } from 'commander';
import { exit, type ExitCode } from '../exit.ts';
import { withFile } from '../files.ts';
import type { Columns } from '../output.ts';
import type { Act, Session } from '../session.ts';

const jwtKeyColumns: Columns<JwtKey> = {
  ID: ({ id }) => id,
  LABEL: ({ label }) => label,
  ALGORITHM: ({ algorithm }) => algorithm,
  ACTIVE: ({ active }) => active,
};

type NewJwtKey = { label: string; algorithm: 'ES256' | 'RS256' | 'EdDSA'; out: string };

export function jwtKeyCommands(program: Command, act: Act): void {
  const keys = program
    .command('jwt-keys')
    .helpGroup('Configure:')
    .description('registers keys that sign JSON Web Tokens');
  keys
    .command('list')
    .description('lists keys')
    .action(
      act<[], object>(({ writ, print }) => print.list(writ.jwtKeys.list(), jwtKeyColumns, ({ id }) => id)),
    );
  keys
    .command('create')
    .description('makes a key pair, registers the public key, and shows how tokens are signed')
    .requiredOption('--label <text>', 'what it is for')
    .requiredOption('--out <file>', 'where the private key goes, for its owner alone')
    .addOption(
      new Option('--algorithm <name>', 'how tokens are signed')
        .choices(['ES256', 'RS256', 'EdDSA'])
        .default('ES256'),
    )
    .action(act<[], NewJwtKey>(createJwtKey));
}

async function createJwtKey(
  session: Session,
  _: [],
  { label, algorithm, out }: NewJwtKey,
): Promise<ExitCode> {
  const { privateKey, publicKey } = keyPairFor(algorithm);
  // Before it is registered: a key whose private half was lost would be of no use. One that is there is kept.
  await withFile(out, writeFile(out, privateKey, { mode: 0o600, flag: 'wx' }));
  const key = await session.writ.jwtKeys
    .create({ label, algorithm, publicKeyPem: publicKey })
    .catch(async (fault: unknown) => {
      // One that was refused for sure is of no use, and would be in the way of the next time.
      if (fault instanceof WritProblem && fault.status < 500) await rm(out);
      throw fault;
    });
  const { publicKeyPem: _publicKeyPem, ...shown } = key;
  session.print.one(key, key.id, shown);
  for (const line of sample(key, out).split('\n')) session.note(line);
  return exit.done;
}

function keyPairFor(algorithm: NewJwtKey['algorithm']): { privateKey: string; publicKey: string } {
  const { privateKey, publicKey } =
    algorithm === 'EdDSA'
      ? generateKeyPairSync('ed25519')
      : algorithm === 'RS256'
        ? generateKeyPairSync('rsa', { modulusLength: 2048 })
        : generateKeyPairSync('ec', { namedCurve: 'P-256' });
  return {
    privateKey: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    publicKey: publicKey.export({ type: 'spki', format: 'pem' }).toString(),
  };
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
