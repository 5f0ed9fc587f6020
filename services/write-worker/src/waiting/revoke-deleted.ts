import { startLeaderRounds, type LeaderRounds } from '@writ/db';
import { revokeGrants, type RevokingDeps } from '@writ/installation';
import { errorFields, type Logger } from '@writ/service-kit';
import type { Pool } from 'pg';

/** Revokes the grants of deleted connections, in one process among all. */
export const revokeDeleted = ({
  logger,
  everyMs,
  ...deps
}: Omit<RevokingDeps, 'onKept' | 'pool'> & { pool: Pool; everyMs: number; logger: Logger }): LeaderRounds =>
  startLeaderRounds({
    db: deps.pool,
    name: 'grant-revocations',
    everyMs,
    round: async () => {
      const onKept: RevokingDeps['onKept'] = (kept) => logger.warn('a grant was not revoked', kept);
      return (await revokeGrants({ ...deps, onKept })) ? 0 : everyMs;
    },
    onError: (error) => logger.warn('grants were not revoked; tried again', errorFields(error)),
  });
