import { isIP } from 'node:net';
import type { Values } from './environment.ts';
import { redisPasswords } from './redis-address.ts';
import { logLevels } from '../log/logger.ts';
import { secretHider } from '../log/redact.ts';
import { tracingVariables } from './tracing-variables.ts';
import {
  apiUrl,
  bearerToken,
  decoded,
  integer,
  leastTokenLength,
  listOf,
  oneOf,
  optional,
  port,
  redisUrl,
  secret,
  text,
  textOf,
  url,
} from './variables.ts';

/** Binding shows whether it is an address of this machine. */
const bindable = { ofWhat: 'address or name of a machine', isRight: isMachine };

/** Each service lists those that it needs in its `config.ts`. */
export const serviceVariables = {
  LOG_LEVEL: oneOf('Lowest level that is logged: error, warn, info or debug.', logLevels, {
    fallback: 'info',
  }),
  ...tracingVariables,
  LISTEN_HOST: textOf('Address that servers bind to; 0.0.0.0 inside a container.', {
    ...bindable,
    fallback: '127.0.0.1',
  }),
  // At least 65: the edge keeps its connections to services for the 60 s of nginx.
  KEEP_ALIVE_SECONDS: integer(
    'How long hosts and edge keep an idle connection, in seconds: longer than a load balancer in front of them does.',
    { fallback: '65', min: 65, max: 7_200 },
  ),
  METRICS_PORT: port('Port of the metrics of one process; 0 takes any free one, which the log shows.', {
    fallback: '0',
  }),
  METRICS_HOST: textOf('Address that the port of metrics binds to.', { ...bindable, fallback: '127.0.0.1' }),
  DATABASE_URL: secret(
    url('Postgres 15 or newer, as postgresql://user:password@host:port/database.', [
      'postgresql',
      'postgres',
    ]),
  ),
  DATABASE_DIRECT_URL: optional(
    secret(
      url('Postgres itself, if DATABASE_URL leads to a pooler in transaction mode: migrations need it.', [
        'postgresql',
        'postgres',
      ]),
    ),
  ),
  DATABASE_POOL_SIZE: integer('Maximum connections of one process to Postgres.', {
    fallback: '10',
    min: 2,
    max: 200,
  }),
  REDIS_URL: secret(
    redisUrl(
      'Redis 6.2 or newer with maxmemory-policy noeviction, as redis://user:password@host:port, or rediss:// for TLS. A cluster: redis://host:port,host:port?cluster=on. Through Sentinel: redis://name-of-primary?sentinels=host:port,host:port&sentinelPassword=password. Percent-encode special characters.',
    ),
  ),
  CONSOLE: oneOf(
    'Whether the management host serves the console, under /console, to which Slack messages link: on or off.',
    ['on', 'off'],
    { fallback: 'on' },
  ),
  PUBLIC_MANAGEMENT_URL: apiUrl('Address of the management host as callers see it, ending in /v1.', {
    fallback: 'http://127.0.0.1:8080/v1',
  }),
  PUBLIC_WRITE_URL: apiUrl('Address of the write host as callers see it, ending in /v1.', {
    fallback: 'http://127.0.0.1:8081/v1',
  }),
  RATE_LIMIT_PER_KEY: integer('Requests a second that one key may send to a host.', {
    fallback: '5000',
    min: 1,
    max: 1_000_000,
  }),
  RATE_LIMIT_PER_PROJECT: integer(
    'Requests a second that all keys of one project together may send to a host.',
    { fallback: '10000', min: 1, max: 1_000_000 },
  ),
  RATE_LIMIT_PER_GROUP: optional(
    integer(
      'Requests a second for one group of a project: its writes, and all requests with its tokens; without it, no limit.',
      { min: 1, max: 1_000_000 },
    ),
  ),
  ADMIN_TOKEN: optional(
    secret(
      bearerToken(
        'Bearer token of administrators, of at least 16 characters; without it, nobody can read findings.',
      ),
    ),
  ),
  CORS_ORIGINS: listOf(
    'Origins whose pages may call both hosts from a browser, separated by commas, such as https://app.example.com.',
    { fallback: '', ofWhat: 'origin (scheme, host and, if need be, port alone)', isRight: isOrigin },
  ),
  SUPPORT_EMAIL: optional(text('Mail address for help, shown in problems.')),
  SUPPORT_PHONE: optional(text('Telephone number for help, shown in problems.')),
  SUPPORT_URL: optional(url('Web page for help, shown in problems.', ['http', 'https'])),
};

/** Those of every service with an HTTP host. */
const { CONSOLE, DATABASE_DIRECT_URL, ...others } = serviceVariables;
export const hostVariables = others;

export type PublicFacts = Pick<
  Values<typeof serviceVariables>,
  'PUBLIC_MANAGEMENT_URL' | 'PUBLIC_WRITE_URL' | 'SUPPORT_EMAIL' | 'SUPPORT_PHONE' | 'SUPPORT_URL'
>;

/** Their values, or parts of them, are never shown. */
export type SecretFacts = {
  ADMIN_TOKEN?: string | undefined;
  DATABASE_URL?: string | undefined;
  DATABASE_DIRECT_URL?: string | undefined;
  REDIS_URL?: string | undefined;
  HTTPS_PROXY?: string | undefined;
  KAFKA_SASL_PASSWORD?: string | undefined;
  ENCRYPTION_KEYS?: { keys: ReadonlyMap<string, Buffer> } | undefined;
  OTEL_EXPORTER_OTLP_HEADERS?: readonly (readonly [name: string, value: string])[] | undefined;
};

const passwordIn = (address = ''): string => decoded(URL.parse(address)?.password ?? '');

/** What logs hide of each variable that `secret` marks. */
export const hiddenParts: Readonly<Record<keyof SecretFacts, (facts: SecretFacts) => readonly string[]>> = {
  ADMIN_TOKEN: (facts) => [facts.ADMIN_TOKEN ?? ''],
  DATABASE_URL: (facts) => [passwordIn(facts.DATABASE_URL)],
  DATABASE_DIRECT_URL: (facts) => [passwordIn(facts.DATABASE_DIRECT_URL)],
  REDIS_URL: ({ REDIS_URL = '' }) => redisPasswords(REDIS_URL),
  HTTPS_PROXY: (facts) => [passwordIn(facts.HTTPS_PROXY)],
  OTEL_EXPORTER_OTLP_HEADERS: ({ OTEL_EXPORTER_OTLP_HEADERS: headers = [] }) =>
    headers.map(([, value]) => value),
  KAFKA_SASL_PASSWORD: (facts) => [facts.KAFKA_SASL_PASSWORD ?? ''],
  ENCRYPTION_KEYS: (facts) =>
    [...(facts.ENCRYPTION_KEYS?.keys.values() ?? [])].map((key) => key.toString('base64').replace(/=+$/, '')),
};

/** For logs to hide, with passwords decoded. Short passwords may be ordinary words. */
export const secretsOf = (facts: SecretFacts): readonly string[] =>
  Object.values(hiddenParts)
    .flatMap((parts) => parts(facts))
    .filter((text) => text.length >= leastTokenLength);

export type RateFacts = Pick<
  Values<typeof serviceVariables>,
  'RATE_LIMIT_PER_KEY' | 'RATE_LIMIT_PER_PROJECT' | 'RATE_LIMIT_PER_GROUP'
>;

export const rateLimitsOf = (facts: RateFacts) => ({
  perKey: facts.RATE_LIMIT_PER_KEY,
  perProject: facts.RATE_LIMIT_PER_PROJECT,
  perGroup: facts.RATE_LIMIT_PER_GROUP,
});

/** The address of a path outside the API. @param apiAddress ends in /v1 */
export const besideApi = (apiAddress: string, path: string): string =>
  `${apiAddress.replace(/\/v1$/, '')}${path}`;

/** Undefined if the console is off. */
export const consoleUrlOf = (
  facts: Pick<Values<typeof serviceVariables>, 'CONSOLE' | 'PUBLIC_MANAGEMENT_URL'>,
): string | undefined =>
  facts.CONSOLE === 'on' ? besideApi(facts.PUBLIC_MANAGEMENT_URL, '/console') : undefined;

export const problemSettingsOf = (facts: PublicFacts & SecretFacts) => ({
  hideSecrets: secretHider(secretsOf(facts)),
  catalogueUrl: besideApi(facts.PUBLIC_MANAGEMENT_URL, '/problems'),
  ...(facts.SUPPORT_EMAIL !== undefined && { supportEmail: facts.SUPPORT_EMAIL }),
  ...(facts.SUPPORT_PHONE !== undefined && { supportPhone: facts.SUPPORT_PHONE }),
  ...(facts.SUPPORT_URL !== undefined && { supportUrl: facts.SUPPORT_URL }),
});

export const siteAddressesOf = (facts: PublicFacts) => ({
  managementUrl: facts.PUBLIC_MANAGEMENT_URL,
  writeUrl: facts.PUBLIC_WRITE_URL,
});

/** A name whose last part is a number would be read as an address. */
function isMachine(text: string): boolean {
  return isIP(text) !== 0 || (/^[\w-]+(\.[\w-]+)*$/.test(text) && !/(^|\.)\d+$/.test(text));
}

function isOrigin(text: string): boolean {
  return /^https?:[^*]+$/.test(text) && URL.canParse(text) && new URL(text).origin === text;
}
