import { redisRefusal } from '@writ/job-queue';
import { CheckFault, type Health } from '@writ/service-kit';

/**
 * Without Redis (`away`), or only while it refuses commands, a process is not ready; by default it always is.
 */
export type UnreadyIf = 'away' | 'refused';

/**
 * Makes readiness ask Redis. Only the log has the cause of a failure, which may name a user or an address.
 * @param ask rejects if Redis does not answer, or refuses
 */
export function checkRedis(
  health: Pick<Health, 'addCheck'>,
  ask: () => Promise<unknown>,
  unreadyIf?: UnreadyIf,
): void {
  const check = () =>
    ask().catch((cause: unknown) => {
      const code = redisRefusal(cause)?.code;
      const required = unreadyIf === 'away' || (unreadyIf === 'refused' && code !== undefined);
      throw new CheckFault(faultOf(code), { cause, required });
    });
  health.addCheck('redis', check, { required: unreadyIf === 'away' });
}

/** Without a connection the client reports only that it could not write; the log has the cause. */
function faultOf(code: string | undefined): string {
  if (code === undefined) return 'Redis cannot be used (no answer). Check REDIS_URL, and that Redis runs.';
  if (code === 'READONLY')
    return 'Redis cannot be used (it is a stand-by, which only reads). Have REDIS_URL lead to the primary.';
  return `Redis cannot be used (it answers ${code}). Check REDIS_URL, and how Redis is set.`;
}
