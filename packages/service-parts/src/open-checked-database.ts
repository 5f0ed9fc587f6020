import { assertTables, ChangesRefused, connectDatabase, type Database } from '@writ/db';
import { CheckFault, type Closing, type Metrics, type ServiceFrame } from '@writ/service-kit';
import { Gauge } from 'prom-client';

/**
 * Opens the pool of a service, with readiness check and metrics.
 * @param options.migrate creates the tables
 * @throws StartError if Postgres does not answer or has no tables
 */
export async function openCheckedDatabase(
  { health, metrics }: Pick<ServiceFrame, 'health' | 'metrics'>,
  {
    migrate,
    ...options
  }: { url: string; maxConnections: number; applicationName: string; migrate?: () => Promise<void> },
  closing: Closing,
): Promise<Database> {
  const database = closing.add(await connectDatabase(options), (opened) => opened.close());
  await migrate?.();
  await assertTables(database.pool);
  health.addCheck('postgres', async () => {
    await database.pool.query('SELECT 1');
    await database.assertTakesChanges().catch((cause: unknown) => {
      throw cause instanceof ChangesRefused ? new CheckFault(cause.message, { cause }) : cause;
    });
  });
  showPool(database, metrics);
  return database;
}

function showPool({ pool }: Database, { registry }: Metrics): void {
  new Gauge({
    name: 'writ_database_pool',
    help: 'Connections of this process to Postgres that are used or idle, and statements that wait for one',
    labelNames: ['state'],
    registers: [registry],
    collect() {
      this.set({ state: 'used' }, pool.totalCount - pool.idleCount);
      this.set({ state: 'idle' }, pool.idleCount);
      this.set({ state: 'waiting' }, pool.waitingCount);
    },
  });
}
