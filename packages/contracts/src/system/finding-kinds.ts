export const levels = ['error', 'warning', 'info'] as const;
type Level = (typeof levels)[number];

const kind =
  <const Of extends Level>(level: Of) =>
  (title: string, remedy: string) => ({ level, title, remedy });
const [error, warning, info] = [kind('error'), kind('warning'), kind('info')];

/** `error` needs action now, `warning` soon. */
export const findingKinds = {
  'postgres-away': error(
    'Postgres does not answer',
    'Start Postgres, or correct `DATABASE_URL`. Writes are refused with 503 until then; nothing is lost.',
  ),
  'postgres-old': error('Postgres is too old', 'Move to Postgres 15 or newer.'),
  'postgres-read-only': error(
    'Postgres refuses changes',
    'Free disk space, or point `DATABASE_URL` at the primary. Writes are refused with 503 until then.',
  ),
  'migrations-missing': error(
    'The database lacks migrations of this release',
    'Run `npm run admin -- migrate`.',
  ),
  'autovacuum-off': error(
    'Postgres does not clean up after changed rows',
    'Set `autovacuum` and `track_counts` to on, and reset `autovacuum_enabled` of the tables.',
  ),
  'pool-busy': warning(
    'Statements wait for a connection to Postgres',
    'Raise `DATABASE_POOL_SIZE`, or add processes of the service.',
  ),
  'redis-away': error(
    'Redis cannot be reached',
    'Start Redis, or correct `REDIS_URL`. Nothing is lost meanwhile; queued writes and deliveries wait.',
  ),
  'redis-refuses': error(
    'Redis refuses wake-ups',
    'Act on the answer of Redis: give the user of `REDIS_URL` all commands and keys, free memory, point `REDIS_URL` at the primary, or, if it answers MOVED or CROSSSLOT, add `?cluster=on`. Nothing is lost meanwhile; queued writes and deliveries wait.',
  ),
  'redis-evicts': error(
    'Redis may drop wake-ups when its memory is full',
    'Set `maxmemory-policy` to `noeviction`.',
  ),
  'redis-no-aof': info(
    'Redis forgets wake-ups when it restarts',
    'Set `appendonly` to `yes`; without it a restart delays work by some seconds, and loses nothing.',
  ),
  'kafka-away': warning(
    'Kafka cannot be reached',
    'Start Kafka, or correct `KAFKA_BROKERS`, `KAFKA_TLS` or the user (`KAFKA_SASL_…`). Events wait in the outbox meanwhile.',
  ),
  'kafka-topic-missing': error(
    'The topic of events does not exist',
    'Create the topic `lifecycle-events`, or allow the notification service to create it; it keeps trying.',
  ),
  'kafka-lag': warning(
    'Events arrive faster than they are processed',
    'Add `notification` processes, up to the number of partitions.',
  ),
  'kafka-overdue': error(
    'Events on Kafka are not processed',
    'Check that a `notification` process runs. If it does, its log names the cause.',
  ),
  'clock-off': warning(
    "A process's clock differs from the database's",
    'Synchronise the clocks of both machines (NTP). They decide whether tokens and signatures are valid, and the order of lists.',
  ),
  'process-silent': warning(
    'A process disappeared without stopping',
    'Check whether it died, hangs, or cannot reach the database. The finding ends once another process of the service starts in its place.',
  ),
  'service-absent': error(
    'No process of a service runs',
    'Start one, and look at its log. Its work waits meanwhile.',
  ),
  'releases-mixed': info(
    'Processes of several releases run',
    'Finish the upgrade: two releases may run side by side only during it.',
  ),
  'leader-absent': warning(
    "A leader's work is not done",
    'Start a process of its service, and look at its log.',
  ),
  'encryption-key-missing': error(
    'A process lacks a key that sealed secrets',
    'Put the key back into `ENCRYPTION_KEYS`, and restart the process.',
  ),
  'outbox-old': error(
    'Events are not published',
    'Look at Kafka, and whether a `write-worker` or `notification` process runs.',
  ),
  'work-overdue': warning(
    'Due work is not done',
    'Check that `write-worker` (writes) and `notification` (deliveries) run and reach Redis. If they are busy, add processes.',
  ),
  'lanes-paused': info(
    'Lanes are paused',
    'Resume them with `POST /v1/lanes/{id}:resume` when the reason for the pause is gone.',
  ),
  'provider-away': warning(
    'Provider accounts do not answer',
    "`GET /v1/lanes?waiting=outage` lists them with their last answers. Look at the provider's status page; writes are retried until their deadline.",
  ),
  'provider-version-retired': error(
    'A provider no longer serves the configured version of its API',
    'Set the named variable to a version that it serves, restart the processes, and retry the writes that failed with `POST /v1/projects/{p}/operations:retry`.',
  ),
  'connections-dead': warning(
    'Connections no longer work',
    'Have the customers reconnect: `GET /v1/projects/{p}/connections?health=bad_credentials`.',
  ),
  'provider-apps-refused': error(
    'A CRM rejects a provider app',
    'Its `clientId` or `clientSecret` is wrong, or the app was disabled or deleted at the CRM. Enable it there, or set its current credentials with `PATCH /v1/projects/{p}/provider-apps/{id}`. Writ then renews the tokens and sends the waiting writes; no customer has to reconnect.',
  ),
  'connections-foreign': error(
    'Installations use a connection of another group',
    'Their writes are refused. Give each a connection of its own group with `PATCH …/installations/{id}`; the audit shows who chose it.',
  ),
  'page-keys-in-use': warning(
    'Pages hold a key that may act for every customer',
    'Have the pages use tokens of their group (JWT), then send `PATCH /v1/projects/{p}` with `pageKeys` false.',
  ),
  'destinations-disabled': warning(
    'Destinations are disabled',
    'Fix the receiver, enable the destination, and replay its held deliveries.',
  ),
  'dead-letters': warning(
    'Events could not be read or stored',
    'Look at `GET /v1/dead-letters`; replay or discard them.',
  ),
  'keys-expiring': warning(
    'API keys end within 14 days',
    'Make new ones and hand them out, or move the end with `npm run admin -- expire-key`.',
  ),
  'not-looked-at': warning(
    'A part could not be checked',
    'Ask again. If the finding stays, check that Postgres runs (`/readyz`), and its load.',
  ),
};

export type FindingCode = keyof typeof findingKinds;

/** `detail` says what was seen. */
export type Found = { code: FindingCode; detail: string };
