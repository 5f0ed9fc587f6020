import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { rootCertificates } from 'node:tls';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { connectDatabase } from '@writ/db';
import { startPostgres } from '@writ/local-servers';
import { createClosing } from '@writ/service-kit';

// The run's Postgres has no TLS.
const closing = createClosing();
const files = { own: '', other: '', none: '' };
let url: string;
beforeAll(async () => {
  const server = closing.add(await startPostgres({ durable: false, tls: true }), (opened) => opened.close());
  const dir = closing.add(await mkdtemp(join(tmpdir(), 'writ-tls-')), (path) =>
    rm(path, { recursive: true }),
  );
  Object.assign(files, { own: server.certificate, other: join(dir, 'other.pem'), none: join(dir, 'none') });
  await writeFile(files.other, rootCertificates[0] ?? '');
  url = server.url;
});
afterAll(() => closing.close());

/** Whether the connection is encrypted, or why there is none. */
async function connect(host: string, query: string, authority?: keyof typeof files): Promise<unknown> {
  const address = new URL(url);
  address.hostname = host;
  address.search = query + (authority ? `&sslrootcert=${files[authority]}` : '');
  const options = { url: address.href, maxConnections: 2, applicationName: 'test' };
  const database = await connectDatabase(options).catch((error: unknown) => error as Error);
  if (database instanceof Error) return database.message;
  const { rows } = await database.pool.query<{ ssl: boolean }>(
    'SELECT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()',
  );
  await database.close();
  return rows[0]?.ssl;
}

const [name, address] = ['localhost', '127.0.0.1'];
const untrusted = /an authority that is not trusted.*by `sslrootcert` in DATABASE_URL/;
const otherName =
  /its certificate is for another name.*Name the server in DATABASE_URL as its certificate does/;
const compatible = 'uselibpqcompat=true&sslmode';

test.each<[host: string, query: string, authority: keyof typeof files | undefined, expected: unknown]>([
  [name, '', undefined, false],
  [name, 'sslmode=verify-full', 'own', true],
  [address, 'sslmode=verify-full', 'own', otherName],
  [name, 'sslmode=verify-full', 'other', untrusted],
  [name, 'sslmode=verify-full', undefined, untrusted],
  [name, 'sslmode=verify-full', 'none', /ENOENT.*none.*Correct the file of `sslrootcert` in DATABASE_URL/],
  // Other modes mean the same, unless libpq's meaning is asked for.
  [name, 'sslmode=require', undefined, untrusted],
  [address, 'sslmode=verify-ca', 'own', otherName],
  [address, `${compatible}=require`, undefined, true],
  [address, `${compatible}=require`, 'other', untrusted],
  [address, `${compatible}=verify-ca`, 'own', true],
  [address, `${compatible}=verify-full`, 'own', otherName],
  [address, 'sslmode=no-verify', undefined, true],
])('%s with %s and the authority %s', async (host, query, authority, expected) => {
  const found = await connect(host, query, authority);
  if (expected instanceof RegExp) expect(found).toMatch(expected);
  else expect(found).toBe(expected);
});
