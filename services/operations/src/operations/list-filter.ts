import { operationStatuses } from '@writ/operation';

/** Schema of what narrows a list of operations, and what is done with many of them at once (Contract §4.7). */
export const filterParameters = {
  status: { enum: operationStatuses, description: 'Where the operations stand.' },
  installationId: { type: 'string', format: 'uuid', description: 'Installation that was written to.' },
  groupRef: { type: 'string', minLength: 1, description: 'Customer group that was written to.' },
  resource: { type: 'string', minLength: 1, description: 'Object that was written.' },
  since: { type: 'string', format: 'date-time', description: 'Accepted at this time or later.' },
  until: { type: 'string', format: 'date-time', description: 'Accepted before this time.' },
} as const;
