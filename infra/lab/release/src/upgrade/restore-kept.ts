import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startWrit, type RunningWrit } from '@writ/all-in-one/testing';
import { freePort } from '@writ/local-servers';
import type { Closing } from '@writ/service-kit';
import { skewedClock } from '@writ/stack';
import {
  advanceDatabaseClock,
  installDatabaseClock,
  openPool,
  startReceiver,
  testDatabase,
  type Receiver,
} from '@writ/test-kit';
import { Client } from 'pg';
import { writeRows } from './copy-rows.ts';
import { readKept, type KeptData } from './kept-data.ts';
import { writeFiles } from './make-kept.ts';

export type Restored = RunningWrit & { kept: KeptData; receiver: Receiver; clockAheadMs: number };

/** Past leases (60 s) and waits, before any deadline. */
const downMs = 90_000;

/** Starts this checkout on a release's data, as if 90 s after the kill. */
export async function restoreKept(release: string, closing: Closing): Promise<Restored> {
  const receiver = closing.add(await startReceiver(), (opened) => opened.close());
  const [management, write, sandbox] = [await freePort(), await freePort(), await freePort()];
  const kept = await readKept(release, {
    management: `127.0.0.1:${management}`,
    write: `127.0.0.1:${write}`,
    sandbox: `127.0.0.1:${sandbox}`,
    receiver: new URL(receiver.url).host,
  });
  const clockAheadMs = Date.parse(kept.madeAt) + downMs - Date.now();
  const database = closing.add(await testDatabase('template0'), (own) => own.drop());
  await fillDatabase(database.url, kept, clockAheadMs);
  const dataDir = closing.add(await mkdtemp(join(tmpdir(), 'writ-upgrade-')), (path) =>
    rm(path, { recursive: true }),
  );
  await writeFiles(dataDir, kept.files);
  const writ = await startWrit(dataDir, {
    DATABASE_URL: database.url,
    ADMIN_TOKEN: kept.adminToken,
    MANAGEMENT_PORT: String(management),
    WRITE_PORT: String(write),
    SANDBOX_PORT: String(sandbox),
    ...skewedClock(clockAheadMs),
  });
  closing.add(writ.process, (running) => running.close());
  return { ...writ, kept, receiver, clockAheadMs };
}

async function fillDatabase(url: string, kept: KeptData, clockAheadMs: number): Promise<void> {
  await installDatabaseClock(url);
  const pool = openPool(url);
  await advanceDatabaseClock(pool, clockAheadMs);
  await pool.end();
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    await writeRows(client, kept);
  } finally {
    await client.end();
  }
}
