import type { ClientBase, Pool } from 'pg';

/** What Postgres is started with, so that it counts statements. */
export const countingSettings = ['shared_preload_libraries=pg_stat_statements'] as const;

/** Shows the counts in a database; once, before they are asked for. */
export const openCounting = (database: ClientBase | Pool): Promise<unknown> =>
  database.query('CREATE EXTENSION pg_stat_statements');
