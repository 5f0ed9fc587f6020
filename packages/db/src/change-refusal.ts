import { EventEmitter } from 'node:events';
import type { Pool, PoolClient } from 'pg';
import { sqlStateOf } from './faults.ts';

/** Postgres answers, and takes no changes. */
export class ChangesRefused extends Error {}

/** Why Postgres takes no changes, by SQLSTATE. */
const reasons: Readonly<Record<string, string>> = {
  '53100': 'its disk is full',
  '58030': 'its disk fails',
  '25006': 'it only reads',
};

/**
 * Allocates space on disk and commits, without leaving anything. An update in place would succeed on a full disk.
 */
const probeSql = `
  BEGIN; SET LOCAL temp_tablespaces = '';
  CREATE TEMP TABLE writ_probe ON COMMIT DROP AS SELECT repeat('x', 1000) AS filler FROM generate_series(1, 100);
  COMMIT`;

/**
 * Watches the answers on a pool's connections. The returned check passes while no statement was refused for a reason above;
 * after a refusal it probes whether Postgres takes changes again.
 *
 * @returns a check that throws `ChangesRefused`
 */
export function watchChangeRefusals(pool: Pool): () => Promise<void> {
  let refused: string | undefined;
  pool.on('connect', (client) => {
    answersOf(client)?.on('errorMessage', (error: unknown) => {
      const state = sqlStateOf(error) ?? '';
      if (Object.hasOwn(reasons, state)) refused = reasons[state];
    });
  });
  return async () => {
    if (refused === undefined) return;
    const reason = refused;
    await pool.query(probeSql).catch((error: unknown) => {
      // A role that may not make temporary tables cannot ask: its next change shows it.
      if (sqlStateOf(error) !== '42501')
        throw new ChangesRefused(`Postgres takes no changes: ${reason}.`, { cause: error });
    });
    refused = undefined;
  };
}

/** What the driver hears from the server. */
function answersOf(client: PoolClient): EventEmitter | undefined {
  const connection: unknown = 'connection' in client ? client.connection : undefined;
  return connection instanceof EventEmitter ? connection : undefined;
}
