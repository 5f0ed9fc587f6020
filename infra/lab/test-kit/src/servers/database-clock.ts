import { Client, type Pool } from 'pg';

/**
 * Gives the database a movable clock. All times in the services' SQL are the database's (Architecture), so this
 * shadows `pg_catalog`'s functions in a schema before it on the search path. Only later connections see them.
 */
export async function installDatabaseClock(connectionString: string): Promise<void> {
  const client = new Client({ connectionString });
  await client.connect();
  await client.query(`
    CREATE SCHEMA chaos;
    CREATE TABLE chaos.clock (ahead interval NOT NULL);
    INSERT INTO chaos.clock VALUES ('0');
    CREATE FUNCTION chaos.clock_timestamp() RETURNS timestamptz LANGUAGE sql VOLATILE
      AS 'SELECT pg_catalog.clock_timestamp() + ahead FROM chaos.clock';
    CREATE FUNCTION chaos.now() RETURNS timestamptz LANGUAGE sql STABLE
      AS 'SELECT pg_catalog.now() + ahead FROM chaos.clock';
    DO $$ BEGIN EXECUTE format('ALTER DATABASE %I SET search_path = public, chaos, pg_catalog', current_database()); END $$`);
  await client.end();
}

export async function advanceDatabaseClock(pool: Pool, ms: number): Promise<void> {
  await pool.query(`UPDATE chaos.clock SET ahead = ahead + $1 * interval '1 ms'`, [ms]);
}
