import { retentionBounds } from '@writ/contracts';
import { isAddressRange } from '@writ/http';
import {
  hostVariables,
  integer,
  kafkaVariables,
  listOf,
  oneOf,
  outgoingVariables,
  port,
  serviceVariables,
  type Values,
  type Variable,
} from '@writ/service-kit';
import { encryptionKeysVariable } from '@writ/tenancy';

const seconds = (description: string, fallback: string): Variable<readonly number[]> => ({
  description,
  fallback,
  parse: (given) => {
    const words = given.split(',').map((word) => word.trim());
    const areSeconds = words.every((word) => /^\d+(?:\.\d+)?$/.test(word) && Number(word) <= 604_800);
    return areSeconds
      ? { value: words.map(Number) }
      : { fault: `"${given}" is not a list of seconds, each at most a week` };
  },
});

const deliveryVariables = {
  ...outgoingVariables,
  DESTINATION_ALLOW_HTTP: oneOf(
    'Whether destinations may have http addresses, not only https: true, false, or listed (only those within DESTINATION_ALLOW_CIDRS).',
    ['true', 'false', 'listed'],
    { fallback: 'false' },
  ),
  DESTINATION_ALLOW_CIDRS: listOf(
    'Ranges or addresses, separated by commas, that deliveries may be sent to although they are not public. Link-local and metadata addresses must be named exactly. Everybody who can read deliveries sees the answers of these addresses.',
    { fallback: '', ofWhat: 'address or range of addresses', isRight: isAddressRange },
  ),
  DELIVERY_SCHEDULE_SECONDS: seconds(
    'Waits after the first, second, … failed attempt of a delivery, in seconds, separated by commas. Each varies by up to a fifth.',
    '5,300,1800,7200,18000,36000,36000',
  ),
  DESTINATION_DISABLE_FAILING_HOURS: integer(
    'A destination is disabled if its attempts have not succeeded for this many hours.',
    { fallback: '120', min: 1, max: 8_760 },
  ),
  DESTINATION_DISABLE_FAILURES: integer(
    'A destination is disabled after this many failed attempts in a row, if also DESTINATION_DISABLE_FAILURES_HOURS have passed.',
    { fallback: '1000', min: 1, max: 1_000_000 },
  ),
  DESTINATION_DISABLE_FAILURES_HOURS: integer(
    'Minimum hours without a success before DESTINATION_DISABLE_FAILURES counts.',
    { fallback: '24', min: 0, max: 8_760 },
  ),
  DELIVERY_RETENTION_DAYS: integer(
    'How long events and their deliveries, held ones included, are kept after the last attempt, in days.',
    { fallback: '30', ...retentionBounds.deliveryRetentionDays },
  ),
  DEAD_LETTER_RETENTION_DAYS: integer('How long dead letters are kept, in days.', {
    fallback: '30',
    min: 1,
    max: 3_650,
  }),
  DELIVERY_LANE_SLOTS: integer('Destinations that one process sends to at the same time.', {
    fallback: '64',
    min: 1,
    max: 500,
  }),
  DELIVERY_CONCURRENCY: integer('Deliveries to one destination that one process has in flight.', {
    fallback: '128',
    min: 1,
    max: 1_000,
  }),
} as const;

export const variables = {
  NOTIFICATION_PORT: port('Port of the notification service; 0 takes any free one.', { fallback: '8085' }),
  ...hostVariables,
  ...kafkaVariables,
  ENCRYPTION_KEYS: encryptionKeysVariable,
  ...deliveryVariables,
  CONSOLE: serviceVariables.CONSOLE,
} as const;

export type DeliveryConfig = Values<typeof deliveryVariables>;
export type Config = Values<typeof variables>;
