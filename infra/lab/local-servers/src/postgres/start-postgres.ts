import { randomBytes } from 'node:crypto';
import { chmod, chown, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { exists } from '../fetch-once.ts';
import { freePort } from '../free-port.ts';
import type { LocalServer, Tell } from '../local-server.ts';
import { runTool } from '../run-tool.ts';
import { takeFolder } from '../process/server-folder.ts';
import { superviseServer } from '../process/supervised-server.ts';
import { clearLeftovers } from './clear-leftovers.ts';
import { makeCertificate } from './make-certificate.ts';
import { postgresPlace } from './postgres-place.ts';
import type { PostgresPlace } from './postgres-place.ts';

export type PostgresOptions = {
  /** By default temporary: `close` removes it. */
  dir?: string;
  /** By default a free one. */
  port?: number;
  maxConnections?: number;
  /** False is faster, but a crash of the machine may lose data. */
  durable?: boolean;
  /** Also accepts encrypted connections, with a certificate for `localhost`. */
  tls?: boolean;
  /** Further settings as `name=value`. */
  more?: readonly string[];
  tell?: Tell;
  /** If given, a Postgres that ends by itself is started again; called if that fails. */
  onLost?: (error: Error) => void;
};

/** `url`: the superuser's, on the database `postgres`; `certificate`: a file, with TLS. */
export type LocalPostgres = LocalServer & { url: string; certificate?: string };

/** After a crash Postgres recovers up to 2 GB of log first. If it cannot start, it ends. */
const readyWithinMs = 600_000;
const notDurable = ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off'];

/** On 127.0.0.1; the first start in a folder creates its data. */
export async function startPostgres(options: PostgresOptions = {}): Promise<LocalPostgres> {
  const tell = options.tell ?? (() => undefined);
  const place = await postgresPlace(options.dir, tell);
  const folder = await takeFolder('Postgres', place.dir, 'SIGINT', tell);
  // User `postgres` must pass through; the data stays closed to others.
  if (place.user) await chmod(folder.path, 0o711);
  const data = join(folder.path, 'data');
  const password = await storedPassword(folder.path);
  await initialise(place, data, { password, durable: options.durable ?? true, tell });

  const certificate = join(data, 'server.crt');
  if (options.tls) await makeCertificate(certificate, join(data, 'server.key'), place.user);

  const port = options.port || (await freePort());
  const { onLost } = options;
  const url = `postgresql://postgres:${password}@127.0.0.1:${port}/postgres`;
  const server = await superviseServer({
    name: 'Postgres',
    command: join(place.programs, 'bin', 'postgres'),
    args: ['-D', data, '-p', String(port), ...settings(options).flatMap((setting) => ['-c', setting])],
    port,
    ...(place.user ? { user: place.user } : {}),
    folder,
    // Fast: does not wait for clients.
    stopSignal: 'SIGINT',
    readyWithinMs,
    isReady: () => answers(url),
    clear: () => clearLeftovers(data),
    ...(onLost && {
      onCrash: (how) => tell(`Postgres ended by itself (${how}); it is started again.`),
      onLost: (error) => onLost(new Error(`${error.message} ${remedyOf(data)}`, { cause: error })),
    }),
  });
  return { ...server, url, ...(options.tls && { certificate }) };
}

const remedyOf = (data: string): string =>
  `See that ${data} is there, that Postgres may write to it and that its disk has room; then start again.`;

function settings({
  maxConnections = 200,
  durable = true,
  tls = false,
  more = [],
}: PostgresOptions): string[] {
  return [
    'listen_addresses=127.0.0.1',
    'unix_socket_directories=',
    'timezone=UTC',
    // Without times, so that errors show equal lines once.
    'log_line_prefix=',
    `max_connections=${maxConnections}`,
    'shared_buffers=256MB',
    'max_wal_size=2GB',
    ...(durable ? [] : notDurable),
    ...(tls ? ['ssl=on'] : []),
    ...more,
  ];
}

async function storedPassword(folder: string): Promise<string> {
  const file = join(folder, 'password');
  const stored = await readFile(file, 'utf8').catch(() => undefined);
  if (stored !== undefined) return stored;
  const password = randomBytes(18).toString('hex');
  // Durable before the data that it opens.
  await writeFile(file, password, { mode: 0o600, flush: true });
  return password;
}

type Making = { password: string; durable: boolean; tell: Tell };

/** Completely or not at all: initdb may be interrupted after PG_VERSION. */
async function initialise(
  place: PostgresPlace,
  data: string,
  { password, durable, tell }: Making,
): Promise<void> {
  if (await exists(join(data, 'PG_VERSION'))) return;
  tell('Creating the data folder of Postgres (a few seconds, the first time only).');
  const draft = `${data}.new`;
  // initdb refuses remains of an interrupted start.
  for (const left of [draft, data]) await rm(left, { recursive: true, force: true });
  await mkdir(draft, { recursive: true, mode: 0o700 });
  const passwordFile = `${data}.password`;
  await writeFile(passwordFile, password, { mode: 0o600 });
  if (place.user) {
    await chown(draft, place.user.uid, place.user.gid);
    await chown(passwordFile, place.user.uid, place.user.gid);
  }
  try {
    await runInitdb(place, draft, { passwordFile, durable });
    await rename(draft, data);
  } catch (error) {
    await rm(draft, { recursive: true, force: true });
    throw error;
  } finally {
    await rm(passwordFile, { force: true });
  }
}

async function runInitdb(
  place: PostgresPlace,
  data: string,
  { passwordFile, durable }: { passwordFile: string; durable: boolean },
): Promise<void> {
  await runTool(
    join(place.programs, 'bin', 'initdb'),
    [`--pgdata=${data}`, '--username=postgres', `--pwfile=${passwordFile}`, '--auth=scram-sha-256'].concat([
      '--encoding=UTF8',
      '--locale=C',
      ...(durable ? [] : ['--no-sync']),
    ]),
    'The Postgres programs are incomplete: remove node_modules and install again.',
    place.user,
  );
}

async function answers(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2_000 });
  client.on('error', () => undefined);
  try {
    await client.connect();
    await client.query('SELECT 1');
    return true;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => undefined);
  }
}
