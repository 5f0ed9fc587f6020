import { groupRef, operationFaults, shortText, waitingReasons, writeTypes } from '@writ/contracts';
import { isId, type Prisma } from '@writ/db';
import { findIntegration } from '@writ/installation';
import { operationStatuses, type Meant, type OperationFilter } from '@writ/operation';
import { recordIdForms } from '@writ/providers';
import type { Meant as MeantByTask } from '@writ/task';

const id = { type: 'string', format: 'uuid' } as const;

/** For lists of operations and requests about many (Contract §4.7). */
export const filterParameters = {
  status: {
    type: 'array',
    items: { type: 'string', enum: operationStatuses },
    uniqueItems: true,
    description: 'Status of the operations; repeat it for several.',
  },
  ids: {
    type: 'array',
    items: id,
    maxItems: 100,
    description: 'Only operations with this id; repeat it up to 100 times.',
  },
  integrationId: { ...shortText, description: 'Integration of the write (id or name).' },
  installationId: { ...id, description: 'Installation that was written to.' },
  groupRef: { ...groupRef, description: 'Customer group that was written to.' },
  provider: { ...shortText, description: 'Provider that was written to.' },
  account: { ...shortText, description: "The provider's account that was written to." },
  resource: { ...shortText, description: 'Object that was written.' },
  type: { enum: writeTypes, description: 'Type of the write.' },
  mode: { enum: ['synchronous', 'asynchronous'], description: 'Mode of the write.' },
  fault: { enum: operationFaults, description: 'Kind of the last failure, or `cancelled`.' },
  waiting: { enum: waitingReasons, description: 'What the operations wait for now.' },
  partial: {
    type: 'boolean',
    description: 'Whether they ended with only some records written.',
  },
  ambiguous: {
    type: 'boolean',
    description: 'Whether a record may exist twice, or may have been written although it failed.',
  },
  requestId: {
    ...shortText,
    description: 'Id of the request that created the operation, or one of its records.',
  },
  idempotencyKey: {
    ...shortText,
    description: 'Idempotency key of the operation, or of one of its records.',
  },
  recordId: {
    ...shortText,
    description: "Provider's id of a record of the write, in any of its forms.",
  },
  taskId: { ...id, description: 'Task that cancelled or created them.' },
  since: { type: 'string', format: 'date-time', description: 'Accepted at this time or later.' },
  until: { type: 'string', format: 'date-time', description: 'Accepted before this time.' },
} as const;

/** Tasks store the filter as it was sent. */
export const inAllForms = <Filter extends OperationFilter>({ recordId, ...others }: Filter) => ({
  ...others,
  ...(recordId !== undefined && { recordId: [recordId].flat().flatMap(recordIdForms) }),
});

/** With the filter that finds a task's operations. */
export const meantOperations = <Task extends MeantByTask>(task: Task) => {
  const { filter }: Meant = task;
  return { ...task, filter: inAllForms(filter) };
};

/**
 * Replaces an integration's name by its id; undefined if none has it. Ids are not looked up: operations outlive their
 * integration.
 */
export async function withIntegrationId<Asked extends OperationFilter>(
  prisma: Prisma.TransactionClient,
  projectId: string,
  asked: Asked,
): Promise<Asked | undefined> {
  const { integrationId: idOrName } = asked;
  if (idOrName === undefined || isId(idOrName)) return asked;
  const integration = await findIntegration(prisma, projectId, idOrName);
  return integration && { ...asked, integrationId: integration.id };
}
