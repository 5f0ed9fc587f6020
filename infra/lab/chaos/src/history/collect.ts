import type { JournalEntry } from '@writ/sandbox-crm';
import type { Run } from '../experiment.ts';
import { numberIn } from '../load/send-writes.ts';

export async function collect(run: Run): Promise<void> {
  await collectJournal(run);
  await collectOperations(run);
  await collectAttempts(run);
  for (const { json, headers, at } of run.ground.receiver.received) {
    const event = json() as { id: string; data: { operationId: string } };
    const webhookId = String(headers['webhook-id']);
    const { operationId } = event.data;
    run.record({ kind: 'event', atMs: at.getTime(), eventId: event.id, webhookId, operationId });
  }
}

async function collectJournal({ ground, record }: Run): Promise<void> {
  const numbers = new Map<string, number>();
  for (const { account } of ground.accounts)
    for (const { id, fields } of await ground.sandbox.contacts(account))
      numbers.set(id, numberIn(fields) ?? -1);
  for (const entry of await ground.sandbox.journal()) {
    const { seq, account = '', method, path, status, fault, ms, effects } = entry;
    const atMs = Date.parse(entry.at);
    record({
      kind: 'call',
      atMs,
      seq,
      account,
      method,
      path,
      numbers: numbersIn(entry),
      ...(status !== undefined && { status }),
      ...(fault !== undefined && { fault }),
      ...(ms !== undefined && { tookMs: ms }),
    });
    for (const { action, id } of effects)
      record({ kind: 'effect', atMs, number: numbers.get(id) ?? -1, account, action, recordId: id });
  }
}

type Inputs = { properties?: Record<string, unknown>; inputs?: { properties?: Record<string, unknown> }[] };

function numbersIn({ body }: JournalEntry): number[] {
  const { properties, inputs = [] } = (typeof body === 'object' ? (body ?? {}) : {}) as Inputs;
  return [properties, ...inputs.map((input) => input.properties)].flatMap((fields) => numberIn(fields) ?? []);
}

type Row = {
  id: string;
  account: string;
  status: string;
  result: string | null;
  ambiguous: boolean;
  attempts: number;
  created: Date;
  last_attempt: Date | null;
  updated: Date;
  records: Record<string, unknown>[];
};

export async function collectOperations({ ground, record }: Run): Promise<void> {
  const { rows } = await ground.pool.query<Row>(
    `SELECT o.id, account, o.status, result, o.ambiguous, attempt AS attempts, create_time AS created,
      last_attempt_at AS last_attempt, update_time AS updated, jsonb_agg(planned ORDER BY index) AS records
    FROM operation o JOIN operation_record r ON r.project_id = o.project_id AND r.operation_id = o.id
    GROUP BY o.project_id, o.id ORDER BY o.position`,
  );
  for (const row of rows) {
    const { id, account, status, ambiguous, attempts } = row;
    record({
      kind: 'operation',
      id,
      account,
      status,
      ambiguous,
      attempts,
      numbers: row.records.flatMap((fields) => numberIn(fields) ?? []),
      createdAtMs: row.created.getTime(),
      ...(row.result !== null && { result: row.result }),
      ...(row.last_attempt && { lastAttemptAtMs: row.last_attempt.getTime() }),
      ...(status !== 'in_progress' && { endedAtMs: row.updated.getTime() }),
    });
  }
}

async function collectAttempts({ ground, record }: Run): Promise<void> {
  const { rows } = await ground.pool.query<{ id: string; at: Date; attempt: number; ms: number }>(
    `SELECT operation_id AS id, at, (details->>'attempt')::int AS attempt, (details->>'durationMs')::float8 AS ms
    FROM operation_log WHERE details ? 'attempt'
    -- A simply written operation has no log of its own.
    UNION ALL
    SELECT id, update_time, attempt, extract(epoch FROM update_time - last_attempt_at)::float8 * 1000
    FROM operation WHERE written_id IS NOT NULL
    ORDER BY at`,
  );
  for (const { id, at, attempt, ms } of rows)
    record({ kind: 'attempt', atMs: at.getTime(), operationId: id, attempt, durationMs: ms });
}
