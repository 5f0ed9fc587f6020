import { inTransaction, newId } from '@writ/db';
import { providerLaneId } from '@writ/lanes';
import {
  claimOperations,
  settleOperations,
  type ClaimedOperation,
  type NewOperation,
  type Settlement,
} from '@writ/operation';
import { acceptBatched, acceptOperations, anAnnouncement, type BatchedWrite } from '@writ/operation/testing';
import { judgeAttempt, type Failed, type RecordOutcome } from '@writ/write-core';

type Body = Record<string, unknown>;
type Pool = Parameters<typeof inTransaction>[0];

/** The gateway's and worker's part. */
export function writing(pool: Pool, projectId: string) {
  /** With an own account. */
  const install = async (groupRef = 'acme') => {
    const [integrationId, installationId, configId] = [newId(), newId(), newId()];
    const [connectionId, account] = [newId(), newId()];
    const own = { projectId, integrationId, installationId, configId, connectionId, account, groupRef };
    await connect(own);
    await pool.query(
      `INSERT INTO integration (id, project_id, name, provider, revision_id) VALUES ($1::uuid, $2, 'crm-' || $1::uuid::text, 'hubspot', $1)`,
      [integrationId, projectId],
    );
    await pool.query(
      `INSERT INTO revision (id, project_id, integration_id, spec_version, content) VALUES ($1, $2, $1, '1.0.0', '{}')`,
      [integrationId, projectId],
    );
    await pool.query(
      `INSERT INTO installation (id, project_id, integration_id, group_ref, connection_id, config_id, created_by)
       VALUES ($1, $2, $3, $6, $4, $5, 'test')`,
      [installationId, projectId, integrationId, connectionId, configId, groupRef],
    );
    return { ...own, provider: 'hubspot', laneId: laneOf(account) };
  };
  const laneOf = (account: string): string => providerLaneId({ projectId, provider: 'hubspot', account });
  const connect = async (given: { connectionId: string; account: string; groupRef?: string }) => {
    const { connectionId, account, groupRef = 'acme' } = given;
    await pool.query(
      `INSERT INTO connection (id, project_id, provider, group_ref, account, auth_scheme, credentials)
       VALUES ($1, $2, 'hubspot', $4, $3, 'apiKey', '')`,
      [connectionId, projectId, account, groupRef],
    );
  };
  type Installed = Awaited<ReturnType<typeof install>>;

  /** Updates if record ids are given, otherwise creates. */
  const write = (installed: Installed, change: Partial<NewOperation> = {}): NewOperation => ({
    ...installed,
    id: newId(),
    objectName: 'contacts',
    type: 'create',
    form: 'single',
    allOrNone: false,
    forwardHeaders: [],
    deadlineHours: 1,
    requestId: 'first',
    notes: [],
    records: [{ fields: { name: 'x' } }],
    ...change,
  });
  const accept = (...operations: NewOperation[]) =>
    inTransaction(pool, (tx) => acceptOperations(tx, operations));
  /** Adds a record to a batch; returns the batch's id. */
  const collect = async (installed: Installed, change: Partial<BatchedWrite> = {}): Promise<string> => {
    const { records, id, form, allOrNone, ...common } = write(installed);
    const record = records[0] ?? { fields: {} };
    const batched = { ...common, type: 'create' as const, record, maxDelayMinutes: 5, ...change };
    const [stored] = await inTransaction(pool, (tx) => acceptBatched(tx, [batched]));
    return stored?.operationId ?? '';
  };
  /** The lease outlasts every test. */
  const claim = (laneId: string, limit = 100) => claimOperations(pool, [{ laneId, limit }], 3_600_000);
  /** The slice has ended with nothing due. */
  const rest = (laneId: string) => pool.query('UPDATE lane SET next_due_at = NULL WHERE id = $1', [laneId]);
  const settle = async (
    claimed: readonly ClaimedOperation[],
    ...outcomes: RecordOutcome[]
  ): Promise<void> => {
    const settlements = claimed.map((operation): Settlement => {
      const own = operation.pending.map((_, place) => outcomes[place % outcomes.length] ?? refused);
      const time = { attempt: operation.attempt, msToDeadline: operation.msToDeadline, random: 0 };
      const judgement = judgeAttempt(operation, { records: own, errors: [] }, time);
      return { operation, judgement, log: { severity: 'INFO', msg: 'attempt' } };
    });
    await settleOperations(pool, settlements, anAnnouncement);
  };
  const events = async (operationId: string): Promise<Body[]> => {
    const { rows } = await pool.query<{ body: string }>('SELECT body FROM outbox ORDER BY seq');
    const told = rows.map(({ body }) => (JSON.parse(body) as { data: Body }).data);
    return told.filter((data) => data['operationId'] === operationId);
  };
  return { install, connect, write, accept, collect, claim, rest, settle, events };
}

/** For good. */
export const refused: Failed = {
  kind: 'failed',
  faults: [{ kind: 'invalid', sent: 'rejected', retryable: false, message: 'no such field' }],
};
export const written: RecordOutcome = { kind: 'written', recordId: '7' };
/** To be retried immediately. */
export const locked: Failed = {
  kind: 'failed',
  faults: [{ kind: 'locked', sent: 'rejected', retryable: true, message: 'later' }],
};
/** Nothing was sent: no connection works. */
export const disconnected: RecordOutcome = {
  kind: 'failed',
  faults: [
    { kind: 'unauthorized', sent: 'notSent', retryable: true, waitsFor: 'connection', message: 'reconnect' },
  ],
};
/** The outcome is unknown. */
export const unanswered: RecordOutcome = {
  kind: 'failed',
  faults: [{ kind: 'timeout', sent: 'unknown', retryable: true, message: 'no answer' }],
};
