import { groupRef } from '@writ/contracts';
import { declaredBytes, type IssueInput } from '@writ/http-kit';
import { operationStatuses } from '@writ/operation';

/** Schema of what narrows a list of operations, and what is done with many of them at once (Contract §4.7). */
export const filterParameters = {
  status: { enum: operationStatuses, description: 'Where the operations stand.' },
  installationId: { type: 'string', format: 'uuid', description: 'Installation that was written to.' },
  groupRef: { ...groupRef, description: 'Customer group that was written to.' },
  resource: { type: 'string', minLength: 1, description: 'Object that was written.' },
  since: { type: 'string', format: 'date-time', description: 'Accepted at this time or later.' },
  until: { type: 'string', format: 'date-time', description: 'Accepted before this time.' },
} as const;

/**
 * Rule of endpoints that mean many operations by the filter in the query: a filter in the body would be overlooked, and all
 * of them be meant instead.
 */
export function noBodyRule(asked: { header: (name: string) => string | undefined }): readonly IssueInput[] {
  const isChunked = asked.header('transfer-encoding') !== undefined;
  const isEmpty = declaredBytes(asked.header('content-length')) === 0 && !isChunked;
  if (isEmpty) return [];
  const detail = 'No body is read here: what is meant is narrowed by parameters of the query.';
  return [{ in: 'body', name: '', detail, remedy: 'Send the filter as parameters, without a body.' }];
}
