export const levels = ['error', 'warning', 'info'] as const;
type Kind = { level: (typeof levels)[number]; title: string; remedy: string };

/** What can be found about an installation, and what helps. `error`: somebody has to act now; `warning`: soon. */
export const findingKinds = {
  'postgres-old': {
    level: 'error',
    title: 'Postgres is too old',
    remedy: 'Move to Postgres 15 or newer.',
  },
  'postgres-read-only': {
    level: 'error',
    title: 'Postgres takes no changes',
    remedy:
      'Free disk space, or point `DATABASE_URL` at the primary. Writes are refused with 503 until then.',
  },
  'migrations-missing': {
    level: 'error',
    title: 'The database lacks migrations of this release',
    remedy: 'Run `npm run admin -- migrate`.',
  },
  'autovacuum-off': {
    level: 'error',
    title: 'Postgres does not clean up after changed rows',
    remedy: 'Set `autovacuum` and `track_counts` to on, and reset `autovacuum_enabled` of the tables.',
  },
  'pool-busy': {
    level: 'warning',
    title: 'Statements wait for a connection to Postgres',
    remedy: 'Raise `DATABASE_POOL_SIZE`, or add processes of the service.',
  },
  'redis-away': {
    level: 'error',
    title: 'Redis cannot be reached',
    remedy:
      'Start Redis, or correct `REDIS_URL`. Nothing is lost meanwhile; writes and deliveries are slower.',
  },
  'redis-refuses': {
    level: 'error',
    title: 'Redis takes nothing in',
    remedy:
      'Have `REDIS_URL` lead to the primary, or correct the settings of Redis. Nothing is lost meanwhile; writes and deliveries are slower.',
  },
  'redis-cluster': {
    level: 'error',
    title: 'Redis runs in cluster mode',
    remedy: 'Point `REDIS_URL` at a Redis outside a cluster: no wake-up arrives through this one.',
  },
  'redis-evicts': {
    level: 'error',
    title: 'Redis may drop wake-ups when its memory is full',
    remedy: 'Set `maxmemory-policy` to `noeviction`.',
  },
  'redis-no-aof': {
    level: 'info',
    title: 'Redis forgets wake-ups when it restarts',
    remedy: 'Set `appendonly` to `yes`; without it a restart delays work by some seconds, and loses nothing.',
  },
  'kafka-away': {
    level: 'warning',
    title: 'Kafka cannot be reached',
    remedy: 'Start Kafka, or correct `KAFKA_BROKERS`. Events wait in the outbox meanwhile.',
  },
  'kafka-topic-missing': {
    level: 'error',
    title: 'The topic of events does not exist',
    remedy: 'Create the topic `lifecycle-events`, or allow the notification service to; it tries again.',
  },
  'kafka-lag': {
    level: 'warning',
    title: 'Events come faster than they are taken in',
    remedy: 'Add `notification` processes, up to the number of partitions.',
  },
  'kafka-overdue': {
    level: 'error',
    title: 'Events on Kafka are not taken in',
    remedy: 'Check that a `notification` process runs, and read its log: it reports what stops it.',
  },
  'clock-off': {
    level: 'warning',
    title: "A process's clock differs from the database's",
    remedy:
      'Synchronise the clocks of both machines (NTP): tokens and signatures are judged by them, and lists are in their order.',
  },
  'process-silent': {
    level: 'warning',
    title: 'A process has gone without saying so',
    remedy:
      'Look whether it died, hangs, or has lost its way to the database. The finding ends once another process of the service is started in its place.',
  },
  'service-absent': {
    level: 'error',
    title: 'No process of a service runs',
    remedy: 'Start one, and look at its log: what it alone does is not done meanwhile.',
  },
  'releases-mixed': {
    level: 'info',
    title: 'Processes of several releases run',
    remedy: 'Finish the upgrade: two releases side by side are for its time alone.',
  },
  'leader-absent': {
    level: 'warning',
    title: 'Work that one process does for all is done by none',
    remedy: 'Start a process of the service that does it, and look at its log.',
  },
  'encryption-key-missing': {
    level: 'error',
    title: 'Secrets are sealed with a key that a process lacks',
    remedy: 'Give the key back in `ENCRYPTION_KEYS`, and restart the process.',
  },
  'outbox-old': {
    level: 'error',
    title: 'Events are not published',
    remedy: 'Look at Kafka, and whether a `write-worker` or `notification` process runs.',
  },
  'work-overdue': {
    level: 'warning',
    title: 'Work is due and not done',
    remedy: 'Add `write-worker` processes for writes, `notification` processes for deliveries.',
  },
  'lanes-paused': {
    level: 'info',
    title: 'Lanes are paused',
    remedy: 'Resume them with `POST /v1/lanes/{id}:resume` when there is no reason any more.',
  },
  'provider-away': {
    level: 'warning',
    title: 'Provider accounts do not answer',
    remedy: "Look at the provider's status page; writes are tried again by themselves until their deadline.",
  },
  'provider-version-retired': {
    level: 'error',
    title: 'A provider no longer serves the version of its API that is set',
    remedy:
      'Set a version that it serves (`SALESFORCE_API_VERSION`, `HUBSPOT_PATH_VERSION`), restart the processes, and retry the writes that failed with `POST /v1/projects/{p}/operations:retry`.',
  },
  'connections-dead': {
    level: 'warning',
    title: 'Connections do not work any more',
    remedy: 'Have the customers reconnect: `GET /v1/projects/{p}/connections?health=bad_credentials`.',
  },
  'provider-apps-refused': {
    level: 'error',
    title: 'A CRM rejects a provider app',
    remedy:
      'Its `clientId` or `clientSecret` is wrong, or the app was disabled or deleted at the CRM. Enable it there, or set its current credentials with `PATCH /v1/projects/{p}/provider-apps/{id}`. Writ then renews the tokens and sends the waiting writes; no customer has to reconnect.',
  },
  'connections-foreign': {
    level: 'error',
    title: 'Installations use a connection of another group',
    remedy:
      'Their writes are refused. Give each a connection of its own group with `PATCH …/installations/{id}`; the audit tells who led it there.',
  },
  'page-keys-in-use': {
    level: 'warning',
    title: 'Pages hold a key that may act for every customer',
    remedy:
      'Have the pages use tokens of their group (JWT), then switch it off: `PATCH /v1/projects/{p}` with `pageKeys` false.',
  },
  'destinations-disabled': {
    level: 'warning',
    title: 'Destinations are disabled',
    remedy: 'Fix the receiver, enable the destination, and replay what is held for it.',
  },
  'dead-letters': {
    level: 'warning',
    title: 'Events could not be taken in',
    remedy: 'Look at `GET /v1/dead-letters`; replay or discard them.',
  },
  'keys-expiring': {
    level: 'warning',
    title: 'API keys end within 14 days',
    remedy: 'Make new ones and hand them out, or move the end with `npm run admin -- expire-key`.',
  },
  'not-looked-at': {
    level: 'warning',
    title: 'A part could not be looked at',
    remedy: 'Ask again; when it stays, look at the load of Postgres.',
  },
} as const satisfies Record<string, Kind>;

export type FindingCode = keyof typeof findingKinds;

/** What a look finds: of which kind it is, and what there is to see. */
export type Found = { code: FindingCode; detail: string };
