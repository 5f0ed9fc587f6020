import { newId, openDatabase, type Database } from '@writ/db';
import { installationsForCall, type LiveConnection, type LiveConnections } from '@writ/installation';
import { providerLaneId } from '@writ/lanes';
import {
  claimOperations,
  nextDueOperations,
  type ClaimedOperation,
  type NewOperation,
} from '@writ/operation';
import { acceptOperations, anOperation, viewOperation } from '@writ/operation/testing';
import type { Providers } from '@writ/providers';
import { startSandboxCrm } from '@writ/sandbox-crm';
import { createAppLogger, createClosing } from '@writ/service-kit';
import { patientConnection, testDatabase } from '@writ/test-kit';
import type { ProviderFault } from '@writ/write-core';
import { createPerformOperation } from '../operations/perform-operation.ts';
import { createSettleAttempts } from '../operations/settle-attempts.ts';
import { endOverdueOperations } from '../waiting/end-overdue-operations.ts';
import { releaseWaitingOperations } from '../waiting/release-waiting-operations.ts';
import { sandboxProviders } from './sandbox-providers.ts';
import { unpaced } from './unpaced.ts';

type Connections = Pick<LiveConnections, 'use' | 'renew'>;
type Opening = { database: Database; providers: Providers };

/**
 * A worker whose attempts tests make one by one.
 *
 * @param open the test's own connections; by default a connection works by its status
 */
export async function startWaiting(open?: (parts: Opening) => Connections) {
  const closing = createClosing();
  const server = closing.add(await testDatabase(), (opened) => opened.drop());
  const database = closing.add(
    openDatabase({ url: server.url, maxConnections: 8, applicationName: 'test', limits: patientConnection }),
    (opened) => opened.close(),
  );
  const { pool, prisma } = database;
  const sandbox = closing.add(await startSandboxCrm({ port: 0 }), (opened) => opened.close());
  const providers = closing.add(sandboxProviders(sandbox, 24), (opened) => opened.close());
  const warnings: string[] = [];
  const logger = createAppLogger({ service: 'test', level: 'warn', write: (line) => warnings.push(line) });
  const looked: string[] = [];
  const findInstallation = installationsForCall(database);
  const perform = createPerformOperation({
    providers,
    governor: unpaced,
    logger,
    random: () => 0,
    findInstallation,
    connections: open?.({ database, providers }) ?? {
      use: (connection) => {
        looked.push(connection.id);
        const accessToken = `sandbox-hubspot-${connection.account}`;
        return Promise.resolve<LiveConnection>(
          connection.status === 'working'
            ? { kind: 'usable', connection: { ...connection, accessToken } }
            : { kind: 'failed', fault: dead },
        );
      },
      renew: () => Promise.resolve(undefined),
    },
  });
  const settle = createSettleAttempts({
    pool,
    logger,
    managementUrl: 'http://writ.test/v1',
    findInstallation,
    onEnded: () => undefined,
    pokeRelay: () => undefined,
  });

  const projectId = newId();
  const connect = async (account: string, status = 'working', groupRef = 'acme'): Promise<string> => {
    const id = newId();
    await pool.query(
      `INSERT INTO connection (id, project_id, provider, group_ref, account, auth_scheme, credentials, status)
       VALUES ($1, $2, 'hubspot', $5, $3, 'apiKey', '', $4)`,
      [id, projectId, account, status, groupRef],
    );
    return id;
  };
  /** In an own account. */
  const install = async (status = 'working', account = newId()) => {
    const [installationId, integrationId, configId] = [newId(), newId(), newId()];
    const connectionId = await connect(account, status);
    await pool.query(
      `INSERT INTO installation (id, project_id, integration_id, group_ref, connection_id, config_id, created_by)
       VALUES ($1, $2, $3, 'acme', $4, $5, 'test')`,
      [installationId, projectId, integrationId, connectionId, configId],
    );
    const laneId = providerLaneId({ projectId, provider: 'hubspot', account });
    const target = { projectId, integrationId, installationId, configId, connectionId, account, laneId };
    return { ...target, groupRef: 'acme', provider: 'hubspot' };
  };
  const accept = async (
    installed: Awaited<ReturnType<typeof install>>,
    change: Partial<NewOperation> = {},
  ): Promise<string> => {
    const operation = anOperation({ ...installed, ...change });
    await acceptOperations(pool, [operation]);
    return operation.id;
  };
  /** Attempts all due work of a lane; returns the claims. */
  const work = async (laneId: string): Promise<readonly ClaimedOperation[]> => {
    const claimed = await claimOperations(pool, [{ laneId, limit: 100 }], 15_000);
    await settle(await Promise.all(claimed.map((operation) => perform(operation, lease))));
    // The slice ends, and the row is updated.
    const dueAt = (await nextDueOperations(pool, [laneId])).get(laneId);
    await pool.query('UPDATE lane SET next_due_at = $2 WHERE id = $1', [laneId, dueAt]);
    return claimed;
  };
  const lease = { remainingMs: () => 15_000, heldMs: () => 0, signal: new AbortController().signal };
  const events = async (operationId: string): Promise<unknown[]> => {
    const { rows } = await pool.query<{ body: string }>('SELECT body FROM outbox ORDER BY seq');
    return rows
      .map(({ body }) => (JSON.parse(body) as { data: { operationId: string } }).data)
      .filter((data) => data.operationId === operationId);
  };
  const woken: string[] = [];
  const wakeLanes = (laneIds: Iterable<string>): void => void woken.push(...laneIds);
  return {
    closing,
    database,
    pool,
    databaseUrl: server.url,
    sandbox,
    providers,
    connect,
    install,
    accept,
    work,
    events,
    woken,
    looked,
    warnings,
    find: (id: string) => viewOperation(prisma, projectId, id),
    startReleasing: () =>
      closing.add(releaseWaitingOperations({ pool, logger, everyMs: 20, wakeLanes }), (r) => r.close()),
    startEnding: () =>
      closing.add(endOverdueOperations({ pool, logger, perform, settle, wakeLanes, everyMs: 20 }), (r) =>
        r.close(),
      ),
    close: () => closing.close(),
  };
}

const dead: ProviderFault = {
  kind: 'unauthorized',
  sent: 'notSent',
  retryable: true,
  waitsFor: 'connection',
  message: 'The connection does not work until the customer reconnects it',
};
