import { managementHostFacts } from '@writ/contracts';
import { inTransaction, isUnavailable, newId, openDatabase } from '@writ/db';
import { createHttpApp, listen, openApiWitness } from '@writ/http-kit';
import type { JobQueue } from '@writ/job-queue';
import { providerLane, touchLanes } from '@writ/lanes';
import {
  acceptWrites,
  claimOperations,
  markUnsent,
  sentNothing,
  settleOperations,
  type BatchedWrite,
  type ClaimedOperation,
  type NewOperation,
  type Settlement,
} from '@writ/operation';
import { createAppLogger, createClosing, createHealth, createMetrics, systemClock } from '@writ/service-kit';
import { testDatabase } from '@writ/test-kit';
import { judgeAttempt, type RecordOutcome } from '@writ/write-core';
import { composeOperations } from '../compose.ts';

type Body = Record<string, unknown>;
type Answer = { status: number; body: Body };
type Scope = 'full' | 'operations:read' | 'operations:manage';

/** The whole service on a database of its own, and the verbs that its tests speak in. */
export type TestOperations = Awaited<ReturnType<typeof startOperations>>;

/** Starts the service for one project, `demo`; a caller's key is named after its scope. */
export async function startOperations() {
  const closing = createClosing();
  const server = closing.add(await testDatabase(), (opened) => opened.drop());
  const database = closing.add(
    openDatabase({ url: server.url, maxConnections: 8, applicationName: 'test' }),
    (opened) => opened.close(),
  );
  const { pool } = database;
  const logger = createAppLogger({ service: 'test', level: 'error', write: () => undefined });
  const metrics = createMetrics({ service: 'test', defaults: false });
  const woken: string[] = [];
  const { endpoints, start } = composeOperations(
    {
      ...{ database, logger, metrics, laneQueues: queuesOf(woken) },
      config: {
        PUBLIC_MANAGEMENT_URL: 'http://writ.test/v1',
        OPERATION_RETENTION_DAYS: 90,
        SENT_RETENTION_DAYS: 7,
      },
      pokeRelay: () => undefined,
    },
    closing,
  );
  const project = { id: newId(), name: 'demo' };
  const app = createHttpApp({
    api: managementHostFacts,
    ...{ endpoints, logger, metrics, clock: systemClock, isUnavailable },
    authentication: {
      findApiKey: (scope) =>
        Promise.resolve({
          ...{ kind: 'apiKey', keyId: newId(), project },
          scopes: new Set([scope as Scope]),
        }),
      findProject: () => Promise.resolve(project),
    },
    problems: { catalogueUrl: 'http://writ.test/problems' },
    health: createHealth({ checkTimeoutMs: 1_000 }),
  });
  const { url } = closing.add(await listen(app, { port: 0, host: '127.0.0.1' }), (opened) => opened.close());

  const witness = openApiWitness();
  const call = async (
    method: 'GET' | 'POST',
    path: string,
    key: Scope = 'full',
    body?: string,
  ): Promise<Answer> => {
    const address = `${url}/v1/projects/demo${path}`;
    const answer = await fetch(address, {
      method,
      headers: { 'x-api-key': key },
      ...(body !== undefined && { body }),
    });
    const seen = { status: answer.status, body: (await answer.json()) as Body };
    await witness({ method, url: address, type: answer.headers.get('content-type'), ...seen });
    return seen;
  };
  return {
    ...{ pool, projectId: project.id, woken, start, call, ...writing(pool, project.id) },
    close: () => closing.close(),
  };
}

type Pool = Parameters<typeof inTransaction>[0];

const queuesOf = (woken: string[]) => ({
  provider: recordingQueue(woken),
  destination: recordingQueue(woken),
});

function recordingQueue(woken: string[]): JobQueue {
  const wake = (laneId: string): Promise<void> => {
    woken.push(laneId);
    return Promise.resolve();
  };
  const unused = (): never => {
    throw new Error('This service only wakes.');
  };
  return { wake, wakeAfter: wake, sweepWake: wake, work: unused, check: unused, close: unused };
}

/** What gateway and worker do with operations. */
function writing(pool: Pool, projectId: string) {
  /** An installation in an account of its own, as it is known to whoever writes to it. */
  const install = async () => {
    const [integrationId, installationId, configId] = [newId(), newId(), newId()];
    const [connectionId, account] = [newId(), newId()];
    const own = { projectId, integrationId, installationId, configId, connectionId, account };
    await connect(own);
    await pool.query(
      `INSERT INTO integration (id, project_id, name, provider, revision_id) VALUES ($1::uuid, $2, 'crm-' || $1::uuid::text, 'hubspot', $1)`,
      [integrationId, projectId],
    );
    await pool.query(
      `INSERT INTO installation (id, project_id, integration_id, group_ref, connection_id, config_id, created_by)
       VALUES ($1, $2, $3, 'acme', $4, $5, 'test')`,
      [installationId, projectId, integrationId, connectionId, configId],
    );
    return { ...own, groupRef: 'acme', provider: 'hubspot', laneId: laneOf(account) };
  };
  const laneOf = (account: string): string => providerLane({ projectId, provider: 'hubspot', account }).id;
  const connect = async ({ connectionId, account }: { connectionId: string; account: string }) => {
    await pool.query(
      `INSERT INTO connection (id, project_id, provider, group_ref, account, auth_scheme, credentials)
       VALUES ($1, $2, 'hubspot', 'acme', $3, 'apiKey', '')`,
      [connectionId, projectId, account],
    );
  };
  type Installed = Awaited<ReturnType<typeof install>>;

  /** A write that creates, or updates when record ids are given. */
  const write = (installed: Installed, change: Partial<NewOperation> = {}): NewOperation => ({
    ...installed,
    ...{ id: newId(), objectName: 'contacts', type: 'create', form: 'single', allOrNone: false },
    ...{
      forwardHeaders: [],
      deadlineHours: 1,
      requestId: 'first',
      notes: [],
      records: [{ fields: { name: 'x' } }],
    },
    ...change,
  });
  const accept = (...operations: NewOperation[]) =>
    inTransaction(pool, async (tx) => {
      await acceptWrites(tx, operations, []);
      await touchLanes(tx, operations.map(providerLane));
    });
  /** A record that waits for others; gives the id of its batch. */
  const collect = async (installed: Installed, change: Partial<BatchedWrite> = {}): Promise<string> => {
    const { records, id, form, allOrNone, ...common } = write(installed);
    const record = records[0] ?? { fields: {} };
    const batched = { ...common, type: 'create' as const, record, maxDelayMinutes: 5, ...change };
    const [place] = await inTransaction(pool, async (tx) => {
      const places = await acceptWrites(tx, [], [batched]);
      await touchLanes(tx, [providerLane(batched)]);
      return places;
    });
    return place?.operationId ?? '';
  };
  const claim = (laneId: string, limit = 100) => claimOperations(pool, laneId, limit, 15_000);
  const settle = (claimed: readonly ClaimedOperation[], ...outcomes: RecordOutcome[]) =>
    inTransaction(pool, async (tx) => {
      const settlements = claimed.map((operation): Settlement => {
        const own = operation.pending.map((_, place) => outcomes[place % outcomes.length] ?? refused);
        const time = { attempt: operation.attempt, msToDeadline: operation.msToDeadline, random: 0 };
        const judgement = judgeAttempt(operation, own, time);
        return { operation, judgement, log: { severity: 'INFO', msg: 'attempt' } };
      });
      await settleOperations(tx, settlements);
      await markUnsent(tx, settlements.filter(sentNothing));
    });
  const events = async (operationId: string): Promise<Body[]> => {
    const { rows } = await pool.query<{ body: string }>('SELECT body FROM outbox ORDER BY seq');
    const told = rows.map(({ body }) => (JSON.parse(body) as { data: Body }).data);
    return told.filter((data) => data['operationId'] === operationId);
  };
  return { install, connect, write, accept, collect, claim, settle, events };
}

/** The provider says no, for good. */
export const refused: RecordOutcome = {
  kind: 'failed',
  faults: [{ kind: 'invalid', sent: 'rejected', retryable: false, message: 'no such field' }],
};
export const written: RecordOutcome = { kind: 'written', recordId: '7' };
/** The provider asks for another attempt at once. */
export const locked: RecordOutcome = {
  kind: 'failed',
  faults: [{ kind: 'locked', sent: 'rejected', retryable: true, message: 'later' }],
};
/** Nothing was sent, for want of a connection that works. */
export const disconnected: RecordOutcome = {
  kind: 'failed',
  faults: [
    { kind: 'unauthorized', sent: 'notSent', retryable: true, waitsFor: 'connection', message: 'reconnect' },
  ],
};
/** The provider did not answer: nobody knows whether it wrote. */
export const unanswered: RecordOutcome = {
  kind: 'failed',
  faults: [{ kind: 'timeout', sent: 'unknown', retryable: true, message: 'no answer' }],
};
