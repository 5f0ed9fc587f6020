import { redisRefusal } from '@writ/job-queue';
import { CheckFault, type Health } from '@writ/service-kit';

/**
 * Makes readiness ask Redis. Only the log has the cause of a failure, which may name a user or an address.
 * @param ask rejects if Redis does not answer
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

/** Without a connection the client reports only that it could not write; the log has the cause. */
function faultOf(cause: unknown): string {
  const code = redisRefusal(cause);
  if (code === undefined) return 'Redis cannot be used (no answer). Check REDIS_URL, and that Redis runs.';
  if (code === 'READONLY')
    return 'Redis cannot be used (it is a stand-by, which only reads). Have REDIS_URL lead to the primary.';
  return `Redis cannot be used (it answers ${code}). Check REDIS_URL, and how Redis is set.`;
}
