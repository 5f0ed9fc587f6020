import { managementHostFacts } from '@writ/contracts';
import { isContentFault, isUnavailable, type Database } from '@writ/db';
import { createHttpApp, type HttpApp, type HttpAppOptions } from '@writ/http-kit';
import { callerCredentials } from '@writ/tenancy';
import { problemSettingsOf, systemClock, type PublicFacts, type ServiceFrame } from '@writ/service-kit';

/**
 * The app of endpoints of the management host: every service of that host knows the same callers, and answers the same way.
 *
 * @param document the description of the whole host; absent: of `endpoints` alone
 */
export const managementApp = (
  parts: ServiceFrame &
    Pick<HttpAppOptions, 'endpoints' | 'document' | 'hostReadiness'> & {
      /** `PUBLIC_WRITE_URL`: where the service is the one that a write comes to by mistake. */
      config: PublicFacts & { ADMIN_TOKEN: string | undefined; PUBLIC_WRITE_URL?: string };
      database: Database;
    },
): HttpApp =>
  createHttpApp({
    logger: parts.logger,
    metrics: parts.metrics,
    health: parts.health,
    ...(parts.hostReadiness && { hostReadiness: parts.hostReadiness }),
    endpoints: parts.endpoints,
    ...(parts.document ? { document: parts.document } : { api: managementHostFacts }),
    authentication: callerCredentials(parts.database, parts.config.ADMIN_TOKEN),
    problems: problemSettingsOf(parts.config),
    clock: systemClock,
    isContentFault,
    isUnavailable,
    ...(parts.config.PUBLIC_WRITE_URL !== undefined && {
      otherHost: { name: 'the write host', url: parts.config.PUBLIC_WRITE_URL, answers: isWrite },
    }),
  });

const isWrite = (path: string): boolean =>
  /^\/v1\/projects\/[^/]+\/integrations\/[^/]+\/objects\/[^/]+$/.test(path);
