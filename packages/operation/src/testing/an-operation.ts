import { newId, type Prisma } from '@writ/db';
import type { Announcement } from '../attempt/announcement.ts';
import type { ClaimedOperation, NewOperation, OperationTarget, OperationView } from '../operation.ts';
import { findOperation } from '../read/find-operation.ts';
import { toOperationViews } from '../read/operation-view.ts';

/** Contacts of an account without stored rows. */
export const aTarget = (changes: Partial<OperationTarget> = {}): OperationTarget => ({
  projectId: newId(),
  integrationId: newId(),
  installationId: newId(),
  configId: newId(),
  connectionId: newId(),
  groupRef: 'acme',
  provider: 'hubspot',
  account: 'acme',
  objectName: 'contacts',
  ...changes,
});

/** An accepted create of one record (a batch with several), in its own lane. */
export const anOperation = (changes: Partial<NewOperation> = {}): NewOperation => ({
  ...aTarget(),
  id: newId(),
  laneId: newId(),
  type: 'create',
  form: (changes.records?.length ?? 1) > 1 ? 'batch' : 'single',
  allOrNone: false,
  forwardHeaders: [],
  deadlineHours: 1,
  requestId: 'r',
  notes: [],
  records: [{ fields: { lastname: 'Lovelace' } }],
  ...changes,
});

/** The first attempt of a create, with an hour left; a batch if several records are pending. */
export const aClaimedOperation = (changes: Partial<ClaimedOperation> = {}): ClaimedOperation => ({
  ...aTarget(),
  id: newId(),
  laneId: newId(),
  type: 'create',
  form: (changes.pending?.length ?? 1) > 1 ? 'batch' : 'single',
  allOrNone: false,
  call: 1,
  together: null,
  shareKey: null,
  attempt: 1,
  outcomeUnknown: false,
  mayBeWritten: false,
  attemptedBefore: null,
  waitingOn: null,
  lastFault: null,
  fault: null,
  msSinceFirstAttempt: 0,
  deadlineHours: 1,
  bytes: 42,
  msToDeadline: 3_600_000,
  succeededBefore: 0,
  failedBefore: 0,
  writtenBefore: [],
  requestId: 'r',
  pending: [{ index: 0, planned: { fields: { lastname: 'Lovelace' } }, inDoubt: false, forwardHeaders: [] }],
  ...changes,
});

/** Without facts of installations. */
export const anAnnouncement: Announcement = {
  findFacts: () => Promise.resolve([]),
  managementUrl: 'http://management.test/v1',
};

export async function viewOperation(
  prisma: Prisma.TransactionClient,
  projectId: string,
  id: string,
): Promise<OperationView | undefined> {
  const row = await findOperation(prisma, projectId, id);
  return row && (await toOperationViews(prisma, [row]))[0];
}
