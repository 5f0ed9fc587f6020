import { managementHostFacts } from '@writ/contracts';
import { CommitUnknownError, isContentFault, isUnavailable, type Database } from '@writ/db';
import { sitePages, type OpenApiDocument, type Site } from '@writ/docs';
import { createHttpApp, createRateLimit, sessionCookie, type HttpApp, type HttpAppOptions } from '@writ/http';
import { typicalCauses } from '@writ/providers';
import { callerCredentials, createTokenReader, SealedError } from '@writ/tenancy';
import { noteKeyUses } from './note-key-uses.ts';
import {
  problemSettingsOf,
  rateLimitsOf,
  siteAddressesOf,
  systemClock,
  type Closing,
  type PublicFacts,
  type RateFacts,
  type ServiceFrame,
} from '@writ/service-kit';

/** `document` describes the whole host; absent: `endpoints` alone. */
export function managementApp(
  parts: ServiceFrame &
    Pick<HttpAppOptions, 'endpoints' | 'hostReadiness'> & {
      document?: OpenApiDocument;
      events?: object;
      console?: Site['console'];
      config: PublicFacts &
        RateFacts & {
          /** Where processes count requests together; undefined: each for itself. */
          REDIS_URL: string | undefined;
          ADMIN_TOKEN: string | undefined;
          CORS_ORIGINS: readonly string[];
          /** For the host where people sign in. */
          TRUSTED_PROXIES?: readonly string[];
        };
      database: Database;
    },
  closing: Closing,
): HttpApp {
  const rateLimit = createRateLimit({
    host: 'management',
    limits: rateLimitsOf(parts.config),
    redisUrl: parts.config.REDIS_URL,
    clock: systemClock,
  });
  return createHttpApp({
    logger: parts.logger,
    metrics: parts.metrics,
    health: parts.health,
    ...(parts.hostReadiness && { hostReadiness: parts.hostReadiness }),
    endpoints: parts.endpoints,
    pages: sitePages({
      api: managementHostFacts,
      ...siteAddressesOf(parts.config),
      causes: typicalCauses,
      ...(parts.document && { document: parts.document }),
      ...(parts.events && { events: parts.events }),
      ...(parts.console && { console: parts.console }),
    }),
    authentication: callerCredentials(parts.database, {
      readToken: createTokenReader(() => systemClock.now()),
      adminToken: parts.config.ADMIN_TOKEN,
      noteUse: noteKeyUses(parts, closing),
    }),
    cookie: sessionCookie(parts.config.PUBLIC_MANAGEMENT_URL),
    trustedProxies: parts.config.TRUSTED_PROXIES ?? [],
    rateLimit: closing.add(rateLimit, (limit) => limit.close()),
    corsOrigins: parts.config.CORS_ORIGINS,
    problems: problemSettingsOf(parts.config),
    clock: systemClock,
    isContentFault,
    // A missing encryption key is an outage, too; the log names it.
    isUnavailable: (error) => isUnavailable(error) || error instanceof SealedError,
    isOutcomeUnknown: (error) => error instanceof CommitUnknownError,
    otherHost: { name: 'the write host', url: parts.config.PUBLIC_WRITE_URL, answers: isWrite },
  });
}

const isWrite = (path: string): boolean =>
  /^\/v1\/projects\/[^/]+\/integrations\/[^/]+\/objects\/[^/]+$/.test(path);
