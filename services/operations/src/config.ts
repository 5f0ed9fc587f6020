import { retentionBounds } from '@writ/contracts';
import { providerQuotaVariables } from '@writ/providers';
import { hostVariables, integer, port } from '@writ/service-kit';
import { encryptionKeysVariable } from '@writ/tenancy';

export const variables = {
  OPERATIONS_PORT: port('Port of the operations service; 0 takes any free one.', { fallback: '8083' }),
  ...hostVariables,
  ENCRYPTION_KEYS: encryptionKeysVariable,
  OPERATION_RETENTION_DAYS: integer('How long operations and their logs are kept after their end, in days.', {
    fallback: '90',
    ...retentionBounds.operationRetentionDays,
  }),
  SENT_RETENTION_DAYS: integer(
    'How long the sent records of an operation are kept after its end, in days; until then its failed records can be retried.',
    { fallback: '7', ...retentionBounds.sentRetentionDays },
  ),
  AUDIT_RETENTION_DAYS: integer('How long audit entries are kept, in days.', {
    fallback: '365',
    min: 30,
    max: 3_650,
  }),
  ...providerQuotaVariables,
} as const;
