import type { RecordNow } from '@writ/contracts';
import type { Database } from '@writ/db';
import { Refusal } from '@writ/problems';
import { findInstallationsNow, isSameAccount, type InstallationNow } from '@writ/installation';
import type { OperationRow, RecordRow } from '@writ/operation';
import type { ProviderAdapter } from '@writ/providers';
import type { JsonObject } from '@writ/write-core';
import { askProvider, type AskingParts } from '../asking/ask-provider.ts';
import { refuseQuestion } from '../asking/refuse-question.ts';
import { askedFields, fieldsNow } from './fields-now.ts';

export type ReadingParts = AskingParts<Pick<ProviderAdapter, 'read' | 'recordPage'>> & {
  database: Pick<Database, 'pool'>;
};

/** Writes go first: a reader does not wait for a permit. */
const limits = { patienceMs: 0, limitMs: 8_000, callLimitMs: 5_000 };

/**
 * Reads the fields that an operation writes, as they are now: one call, through the installation's current
 * connection.
 * @throws Refusal if nothing can be read, or the provider does not answer
 */
export async function readRecordNow(
  parts: ReadingParts,
  operation: OperationRow,
  record: RecordRow,
): Promise<RecordNow> {
  const { recordId, planned } = readable(record);
  const { installationId, objectName } = operation;
  const now = (await findInstallationsNow(parts.database.pool, [installationId])).get(installationId);
  const { projectId } = operation;
  const connection = { id: connectionOf(operation, now), provider: operation.provider, projectId };
  const question = { connection, objectName, name: `read ${objectName} ${recordId}`, ...limits };
  let recordURL: string | undefined;
  const read = await askProvider(parts, question, (adapter, call) => {
    recordURL = adapter.recordPage(call.connection, objectName, recordId);
    return adapter.read(call, [recordId], askedFields(planned));
  });
  if (read.kind === 'failed') {
    const [fault] = read.faults;
    // The governor has no call left.
    const isHeldBack = fault.kind === 'rate-limited' && fault.sent === 'notSent';
    throw refuseQuestion(fault, connection, isHeldBack ? { kind: 'rate-limited' } : {});
  }
  const [found] = read.records;
  return {
    recordId,
    exists: found !== undefined,
    readTime: new Date().toISOString(),
    ...(found && recordURL !== undefined && { recordURL }),
    fields: fieldsNow(planned, found?.fields),
  };
}

function readable({ recordId, planned, status, created, upsert }: RecordRow): {
  recordId: string;
  planned: JsonObject;
} {
  if (recordId === null) {
    if (status === 'pending')
      throw notReadable('The record has not been created yet: wait until it is written.');
    throw notReadable(
      status === 'written'
        ? 'The record was written, but its id is not known. Look for it in the CRM.'
        : 'The record was not created, as far as Writ knows; its `errors` say why.',
    );
  }
  if (!planned)
    throw new Refusal('records-removed', {
      detail: 'The records of the operation are no longer stored.',
      remedy: `Look for the record \`${recordId}\` in the CRM.`,
    });
  // An upsert may write other fields to a new record.
  return { recordId, planned: created ? (upsert?.fieldsOfNew ?? planned) : planned };
}

/** An id belongs to one account. */
function connectionOf(operation: OperationRow, now: InstallationNow | undefined): string {
  if (!now) throw notReadable('The installation of the operation was deleted, and its connection with it.');
  if (!isSameAccount(now, operation))
    throw notReadable(
      'The installation leads to another provider account now, in which the record has another id.',
    );
  return now.connectionId;
}

const notReadable = (detail: string): Refusal => new Refusal('record-not-readable', { detail });
