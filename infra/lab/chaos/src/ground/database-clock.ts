import { Client, type Pool } from 'pg';

/** The time of the database, as the services' statements see it. */
export type DatabaseClock = {
  /** Moves it on. It never goes back. */
  advance: (ms: number) => Promise<void>;
};

/**
 * All times in the services' SQL are the database's (Architecture). So the clock that has to be ours is a function
 * of the database: one of the same name, in a schema that comes before `pg_catalog` on the search path. The statements
 * stay as they are. Only connections that are opened afterwards see it, so the one that makes it is closed.
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
    ALTER DATABASE postgres SET search_path = public, chaos, pg_catalog`);
  await client.end();
}

/** The clock of a database that has it. */
export const databaseClock = (pool: Pool): DatabaseClock => ({
  advance: async (ms) => {
    await pool.query(`UPDATE chaos.clock SET ahead = ahead + $1 * interval '1 ms'`, [ms]);
  },
});
