import { openDatabase, usualLimits, type Database, type DatabaseOptions } from './database.ts';
import { postgresStartError } from './postgres-start-error.ts';
import { setRoleDefaults } from './session-settings.ts';
import { isTransactionPooler, keepsStatements } from './transaction-pooler.ts';

/**
 * Opens the database in a way that suits Postgres, a pooler in session mode, or one in transaction mode.
 * @param from the variable or file with the address, for errors
 * @throws StartError
 */
export async function connectDatabase(options: DatabaseOptions, from?: string): Promise<Database> {
  const database = openDatabase(options);
  try {
    if (await takesNames(database.pool, options)) return database;
  } catch (error) {
    await database.close();
    throw postgresStartError(error, from);
  }
  await database.close();
  return openDatabase({ ...options, namedStatements: false });
}

/** Whether statements may have names. Gives sessions of a pooler in transaction mode their settings. */
async function takesNames(pool: Database['pool'], { limits }: DatabaseOptions): Promise<boolean> {
  const one = await pool.connect();
  try {
    const other = await pool.connect();
    try {
      if (!(await isTransactionPooler(one, other))) return true;
    } finally {
      other.release();
    }
    await setRoleDefaults(one, limits?.statementMs ?? usualLimits.statementMs);
    return await keepsStatements(one);
  } finally {
    one.release();
  }
}
