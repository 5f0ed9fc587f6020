import { randomBytes } from 'node:crypto';
import { newId, openDatabase } from '@writ/db';
import { openGovernor } from '@writ/governor';
import { insertConnection, sealCredentials } from '@writ/installation';
import { createKeyring, projectSecrets } from '@writ/tenancy';
import { openTestQueue } from '@writ/job-queue/testing';
import { createLaneWaker, providerLaneId } from '@writ/lanes';
import type { NewOperation } from '@writ/operation';
import { acceptOperations, anOperation } from '@writ/operation/testing';
import { startSandboxCrm } from '@writ/sandbox-crm';
import { providerQuotaVariables } from '@writ/providers';
import { createAppLogger, createClosing, createMetrics, readEnvironment } from '@writ/service-kit';
import { watchQuotaPercents } from '@writ/service-parts';
import { patientConnection, testDatabase, testRedis } from '@writ/test-kit';
import { startWorker } from '../compose.ts';
import { sandboxProviders } from './sandbox-providers.ts';

/** Keeps every reason for parking, since one may soon be over. */
const recordParks = `
  CREATE TABLE seen_park (lane_id uuid, reason text, at timestamptz DEFAULT clock_timestamp());
  CREATE FUNCTION record_park() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    IF NEW.park_reason IS NOT NULL THEN
      INSERT INTO seen_park (lane_id, reason) VALUES (NEW.id, NEW.park_reason::text);
    END IF;
    RETURN NULL;
  END $$;
  CREATE TRIGGER record_park AFTER INSERT OR UPDATE ON lane FOR EACH ROW EXECUTE FUNCTION record_park();`;

type Starting = {
  /** Of the quota. */
  share?: number;
  synchronousShare?: number;
  /** In a window, until answers name one. */
  windowLimit?: number;
  /** By default the governor counts in this process. */
  governorRedisUrl?: string;
};

/** Workers with real lanes, queue and database, a sandbox, and accounts. */
export async function startQuotaWorker(starting: Starting = {}) {
  const closing = createClosing();
  const server = closing.add(await testDatabase(), (opened) => opened.drop());
  const database = closing.add(
    openDatabase({ url: server.url, maxConnections: 8, applicationName: 'test', limits: patientConnection }),
    (opened) => opened.close(),
  );
  await database.pool.query(recordParks);
  const redis = closing.add(testRedis(), (opened) => opened.clear());
  const sandbox = closing.add(await startSandboxCrm({ port: 0 }), (opened) => opened.close());
  const secrets = projectSecrets(createKeyring(`k1:${randomBytes(32).toString('base64')}`), database.pool);
  const logger = createAppLogger({ service: 'test', level: 'error', write: () => undefined });
  const queue = async (name: string) =>
    closing.add(
      await openTestQueue({ backend: { redisUrl: redis.url }, name, prefix: redis.prefix, logger }),
      (opened) => opened.close(),
    );
  const usual = await queue('provider-accounts');
  const queues = { usual, troubled: await queue('troubled-accounts') };
  const providers = closing.add(sandboxProviders(sandbox, 64), (opened) => opened.close());

  const governed = {
    ...readEnvironment(providerQuotaVariables, {}),
    PROVIDER_QUOTA_PERCENT: starting.share ?? 100,
    PROVIDER_SYNCHRONOUS_PERCENT: starting.synchronousShare ?? 0,
    PROVIDER_QUOTA_ALONE_PERCENT: 40,
    HUBSPOT_WINDOW_LIMIT: starting.windowLimit ?? 100,
    REDIS_URL: starting.governorRedisUrl,
  };
  const governor = () => {
    const metrics = createMetrics({ service: 'test', defaults: false });
    const quotaPercentOf = watchQuotaPercents({ database, keyOf: providerLaneId, logger }, closing);
    // A worker alone would use more than its part of the quota.
    const limits = { most: 24, answerLimitMs: 60_000 };
    const opening = { config: governed, quotaPercentOf, ...limits, logger, metrics };
    return { metrics, governor: openGovernor(opening, closing) };
  };

  return {
    database,
    sandbox,
    governor,
    close: () => closing.close(),
    /** Starts another worker. */
    work: () =>
      startWorker(
        {
          config: {
            PUBLIC_MANAGEMENT_URL: 'http://management.test/v1',
            WORKER_LANE_SLOTS: 4,
            WORKER_ACCOUNT_CONCURRENCY: 24,
            WRITE_GATHER: 'on',
          },
          database,
          secrets,
          providers,
          ...governor(),
          laneQueues: queues,
          pokeRelay: () => undefined,
          random: Math.random,
          logger,
        },
        closing,
      ),
    /** An account with a connection, and verbs to write to it. */
    account: async (provider: 'hubspot' | 'salesforce' = 'hubspot', quotaPercent: number | null = null) => {
      const [projectId, connectionId, account] = [newId(), newId(), newId()];
      const [installationId, integrationId, configId] = [newId(), newId(), newId()];
      const laneId = providerLaneId({ projectId, provider, account });
      await insertConnection(database.prisma, {
        id: connectionId,
        projectId,
        provider,
        groupRef: 'acme',
        groupName: null,
        consumerRef: null,
        consumerName: null,
        providerWorkspaceRef: null,
        account,
        authScheme: 'apiKey',
        credentials: sealCredentials(
          await secrets.sealer(projectId),
          { accessToken: `sandbox-${provider}-${account}` },
          connectionId,
        ),
        expireTime: null,
        quotaPercent,
        providerMetadata: null,
      });
      await database.pool.query(
        `INSERT INTO installation (id, project_id, integration_id, group_ref, connection_id, config_id, created_by)
         VALUES ($1, $2, $3, 'acme', $4, $5, 'test')`,
        [installationId, projectId, integrationId, connectionId, configId],
      );
      const write = (at: number): NewOperation =>
        anOperation({
          projectId,
          connectionId,
          laneId,
          provider,
          account,
          integrationId,
          installationId,
          configId,
          objectName: provider === 'hubspot' ? 'contacts' : 'Contact',
          records: [{ fields: provider === 'hubspot' ? { lastname: `n${at}` } : { LastName: `n${at}` } }],
        });
      const accept = async (writes: readonly NewOperation[]): Promise<void> => {
        await acceptOperations(database.pool, writes);
        createLaneWaker({ queue: usual, logger, onFailure: () => undefined }).wake([laneId]);
      };
      return {
        laneId,
        account,
        key: { key: laneId, provider },
        settings: (settings: Parameters<typeof sandbox.settings>[2]) =>
          sandbox.settings(provider, account, settings),
        accept: (count: number) => accept(Array.from({ length: count }, (_, at) => write(at))),
        /** Writes that may share calls; returns ids. */
        acceptShared: async (writes: readonly Partial<NewOperation>[]) => {
          const shared = writes.map((own, at) => ({ ...write(at), together: 100, ...own }));
          await accept(shared);
          return shared.map(({ id }) => id);
        },
        /** By id. */
        ends: async (ids: readonly string[]) => {
          const statement = `SELECT o.status, o.attempt, coalesce(o.written_id, r.record_id) AS record_id
            FROM unnest($1::uuid[]) WITH ORDINALITY AS given (id, place) JOIN operation o USING (id)
            JOIN operation_record r ON r.operation_id = o.id ORDER BY place`;
          type End = { status: string; attempt: number; record_id: string | null };
          return (await database.pool.query<End>(statement, [ids])).rows;
        },
        calls: () => sandbox.journal({ provider, account }),
        lane: async () => {
          const { rows } = await database.pool.query<{
            parked_until: Date | null;
            park_reason: string | null;
            next_due_at: Date | null;
          }>('SELECT * FROM lane WHERE id = $1', [laneId]);
          return rows[0];
        },
        firstParked: async (reason: string): Promise<Date | undefined> => {
          const statement = 'SELECT min(at) AS at FROM seen_park WHERE lane_id = $1 AND reason = $2';
          const { rows } = await database.pool.query<{ at: Date | null }>(statement, [laneId, reason]);
          return rows[0]?.at ?? undefined;
        },
        /** Failed and retried writes. */
        tried: async () => {
          const statement = `SELECT 1 FROM operation
            WHERE lane_id = $1 AND status = 'in_progress' AND last_fault IS NOT NULL AND NOT claimed`;
          return (await database.pool.query(statement, [laneId])).rowCount ?? 0;
        },
        left: async () => {
          const statement = "SELECT 1 FROM operation WHERE lane_id = $1 AND status = 'in_progress'";
          return (await database.pool.query(statement, [laneId])).rowCount ?? 0;
        },
      };
    },
  };
}
