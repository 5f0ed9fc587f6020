import { chmod, cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { runTool } from '../run-tool.ts';
import { waitUntil } from '../wait-until.ts';
import { postgresUser } from './postgres-user.ts';
import { startPostgres, type LocalPostgres } from './start-postgres.ts';

export type Standby = LocalPostgres & {
  promote: () => Promise<void>;
};

const readyWithinMs = 60_000;

/** Synchronous: has each commit of `primary` before the client learns of it. */
export async function startStandby(
  primary: LocalPostgres,
  options: { maxConnections: number },
): Promise<Standby> {
  // Root's Postgres runs as another user, which must pass through.
  const dir = await mkdtemp(join(tmpdir(), 'writ-standby-'));
  await chmod(dir, 0o711);
  const client = new pg.Client({ connectionString: primary.url });
  await client.connect();
  try {
    await copyData(client, dir, decodeURIComponent(new URL(primary.url).password));
    const more = [`primary_conninfo=${primary.url}`];
    const server = await startPostgres({ dir, more, ...options });
    await client.query(`ALTER SYSTEM SET synchronous_standby_names = '*'`);
    await client.query('SELECT pg_reload_conf()');
    const sql = `SELECT FROM pg_stat_replication WHERE sync_state = 'sync'`;
    const follows = async () => (await client.query(sql)).rowCount === 1;
    await waitUntil(follows, readyWithinMs, 'The stand-by does not follow its primary.');
    return {
      ...server,
      promote: () => promote(server.url),
      close: async () => {
        await server.close();
        await rm(dir, { recursive: true });
      },
    };
  } finally {
    await client.end();
  }
}

/** Without the log, which the stand-by reads from the primary. */
async function copyData(client: pg.Client, dir: string, password: string): Promise<void> {
  const data = join(dir, 'data');
  await client.query(`SELECT pg_backup_start('stand-by', fast => true)`);
  const { rows: folders } = await client.query<{ data_directory: string }>('SHOW data_directory');
  const from = folders[0]?.data_directory ?? '';
  const left = ['postmaster.pid', 'postmaster.opts'].map((name) => join(from, name));
  await cp(from, data, {
    recursive: true,
    filter: (path) => !left.includes(path) && !path.startsWith(join(from, 'pg_wal/0')),
  });
  const { rows: labels } = await client.query<{ labelfile: string }>(
    'SELECT labelfile FROM pg_backup_stop(wait_for_archive => false)',
  );
  await writeFile(join(data, 'backup_label'), labels[0]?.labelfile ?? '');
  await writeFile(join(data, 'standby.signal'), '');
  await writeFile(join(dir, 'password'), password, { mode: 0o600 });
  await chmod(data, 0o700);
  const user = await postgresUser();
  if (user) await runTool('chown', ['-R', `${user.uid}:${user.gid}`, data], 'There is no program `chown`.');
}

async function promote(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query('SELECT pg_promote()');
  } finally {
    await client.end();
  }
}
