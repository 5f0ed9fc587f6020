import { EventEmitter } from 'node:events';
import type { Pool, PoolClient } from 'pg';
import { sqlStateOf } from './faults.ts';

/** Postgres answers but accepts no changes. */
export class ChangesRefused extends Error {}

/** Reasons by SQLSTATE. */
const reasons: Readonly<Record<string, string>> = {
  '53100': 'its disk is full',
  '58030': 'its disk fails',
  '25006': 'it only reads',
};

/** Allocates disk space and leaves nothing: an update in place would succeed on a full disk. */
const probeSql = `
  BEGIN; SET LOCAL temp_tablespaces = '';
  CREATE TEMP TABLE writ_probe ON COMMIT DROP AS SELECT repeat('x', 1000) AS filler FROM generate_series(1, 100);
  COMMIT`;

/**
 * Returns a check that passes until Postgres refuses a change for one of these reasons; then it probes.
 * @returns throws `ChangesRefused`
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
      // A role without temporary tables cannot probe: its next change shows it.
      if (sqlStateOf(error) !== '42501')
        throw new ChangesRefused(`Postgres takes no changes: ${reason}.`, { cause: error });
    });
    refused = undefined;
  };
}

function answersOf(client: PoolClient): EventEmitter | undefined {
  const connection: unknown = 'connection' in client ? client.connection : undefined;
  return connection instanceof EventEmitter ? connection : undefined;
}
