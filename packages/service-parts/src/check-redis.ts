import { redisRefusal } from '@writ/job-queue';
import { CheckFault, type Health } from '@writ/service-kit';

/**
 * Has readiness ask Redis, and tell anybody what is wrong with it and what to do; the log has the cause, which may name a
 * user or an address.
 *
 * @param ask rejects where Redis takes nothing in
 */
export function checkRedis(
  health: Pick<Health, 'addCheck'>,
  ask: () => Promise<unknown>,
  options: { required: boolean },
): void {
  const check = () =>
    ask().catch((cause: unknown) => {
      throw new CheckFault(faultOf(cause), { cause });
    });
  health.addCheck('redis', check, options);
}

/** Without a connection, for whatever reason, the client only says that it could not write to one: the log has told why. */
function faultOf(cause: unknown): string {
  const code = redisRefusal(cause);
  if (code === undefined) return 'Redis cannot be used (no answer). Check REDIS_URL, and that Redis runs.';
  if (code === 'READONLY')
    return 'Redis cannot be used (it is a stand-by, which only reads). Have REDIS_URL lead to the primary.';
  return `Redis cannot be used (it answers ${code}). Check REDIS_URL, and how Redis is set.`;
}
