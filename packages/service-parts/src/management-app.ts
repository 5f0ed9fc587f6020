import { managementHostFacts } from '@writ/contracts';
import { isContentFault, isUnavailable, type Database } from '@writ/db';
import { createHttpApp, type HttpApp, type HttpAppOptions, type OpenApiDocument } from '@writ/http-kit';
import { callerCredentials, createTokenReader } from '@writ/tenancy';
import {
  problemSettingsOf,
  siteAddressesOf,
  systemClock,
  type PublicFacts,
  type ServiceFrame,
} from '@writ/service-kit';

/**
 * The app of endpoints of the management host: every service of that host knows the same callers, and answers the same way.
 *
 * @param document the description of the whole host; absent: of `endpoints` alone
 */
export const managementApp = (
  parts: ServiceFrame &
    Pick<HttpAppOptions, 'endpoints' | 'hostReadiness'> & {
      document?: OpenApiDocument;
      config: PublicFacts & { ADMIN_TOKEN: string | undefined; CORS_ORIGINS: readonly string[] };
      database: Database;
    },
): HttpApp =>
  createHttpApp({
    logger: parts.logger,
    metrics: parts.metrics,
    health: parts.health,
    ...(parts.hostReadiness && { hostReadiness: parts.hostReadiness }),
    endpoints: parts.endpoints,
    site: {
      api: managementHostFacts,
      ...siteAddressesOf(parts.config),
      ...(parts.document && { document: parts.document }),
    },
    authentication: callerCredentials(parts.database, {
      readToken: createTokenReader(() => systemClock.now()),
      adminToken: parts.config.ADMIN_TOKEN,
    }),
    corsOrigins: parts.config.CORS_ORIGINS,
    problems: problemSettingsOf(parts.config),
    clock: systemClock,
    isContentFault,
    isUnavailable,
    otherHost: { name: 'the write host', url: parts.config.PUBLIC_WRITE_URL, answers: isWrite },
  });

const isWrite = (path: string): boolean =>
  /^\/v1\/projects\/[^/]+\/integrations\/[^/]+\/objects\/[^/]+$/.test(path);
