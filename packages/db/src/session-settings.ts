import type { Queryable } from './prisma-on-pool.ts';

/**
 * Hot statements read the first rows of an index in its order. With outdated statistics the planner would
 * rather read and sort all matches, or, at the default `random_page_cost`, read a whole table for a hundred
 * known keys.
 *
 * Prisma's adapter treats session times as UTC. Value formats, isolation and limits must not depend on the
 * role or the database.
 */
const settingsOf = (statementMs: number): readonly (readonly [name: string, value: string])[] => [
  ['enable_bitmapscan', 'off'],
  ['random_page_cost', '1.1'],
  ['statement_timeout', String(statementMs)],
  ['idle_in_transaction_session_timeout', String(statementMs)],
  ['TimeZone', 'UTC'],
  ['DateStyle', 'ISO, MDY'],
  ['IntervalStyle', 'postgres'],
  ['bytea_output', 'hex'],
  ['extra_float_digits', '1'],
  ['standard_conforming_strings', 'on'],
  ['array_nulls', 'on'],
  ['lock_timeout', '0'],
  ['idle_session_timeout', '0'],
  ['default_transaction_isolation', 'read committed'],
];

/**
 * It runs after connecting, because PgBouncer refuses unknown start-up parameters: one round trip a
 * connection. Refuses a stand-by, which a failover may leave at the address.
 */
export const sessionSql = (statementMs: number): string => `
  ${settingsOf(statementMs)
    .map(([name, value]) => `SET ${name} = '${value}';`)
    .join(' ')}
  DO $$BEGIN
    IF current_setting('synchronous_commit') = 'off' THEN SET synchronous_commit = on; END IF;
    IF current_setting('transaction_timeout', true) <> '0' THEN SET transaction_timeout = 0; END IF;
    IF current_setting('transaction_read_only')::boolean THEN
      RAISE read_only_sql_transaction USING MESSAGE = 'this server only reads';
    END IF;
  END$$`;

/**
 * Makes them the defaults of this user in this database. Behind a pooler in transaction mode a client's
 * settings stay with the session that had its first statement; new sessions begin with these defaults.
 * Processes that start together alter one row.
 */
export async function setRoleDefaults(db: Queryable, statementMs: number): Promise<void> {
  const wanted = [
    ...settingsOf(statementMs),
    ['synchronous_commit', 'on'],
    // Since Postgres 17.
    ['transaction_timeout', '0'],
  ].map(([name, value]) => `('${name}', '${value}')`);
  await db.query(`
    DO $$
    DECLARE setting text; wanted text;
    BEGIN
      PERFORM pg_advisory_xact_lock(hashtext('writ role defaults'));
      FOR setting, wanted IN
        SELECT name, value FROM pg_settings JOIN (VALUES ${wanted.join()}) AS given (name, value) USING (name)
        WHERE reset_val <> value AND (name <> 'synchronous_commit' OR reset_val = 'off')
      LOOP
        EXECUTE format('ALTER ROLE CURRENT_USER IN DATABASE %I SET %I = %L', current_database(), setting, wanted);
      END LOOP;
    END$$`);
}
