import { isUnavailable } from '@writ/db';
import { answerKey, dropKey, keptHoursAfterDeadline, reserveKeys, type KeyedRequest } from '@writ/operation';
import { Refusal } from '@writ/http-kit';
import { errorFields, type Logger } from '@writ/service-kit';
import type { Pool } from 'pg';
import { repeatAnswer, type KeptAnswer, type OnceAnswer } from './repeat-answer.ts';

/** A synchronous write takes at most 30 s; a process that needs longer than this has died. */
const leaseMs = 45_000;

/**
 * Performs a synchronous write once for all requests that bring the same key.
 *
 * The key is reserved, with a lease, before the provider is called; the answer is kept under it, success and refusal
 * alike. A refusal that says that nothing was sent and a retry may help, be it once the connection is made anew, drops the
 * key. A process that dies in
 * between leaves "outcome unknown", never a key that is taken for ever (Contract §4.1).
 */
export async function performOnce(
  { pool, logger }: { pool: Pool; logger: Logger },
  request: KeyedRequest | undefined,
  perform: () => Promise<Record<string, unknown>>,
): Promise<OnceAnswer> {
  if (!request) return { body: await perform(), replayed: false };
  const [state] = await reserveKeys(pool, [{ ...request, keptHours: keptHoursAfterDeadline, leaseMs }]);
  if (state && state.kind !== 'reserved') return repeatAnswer(state, request.key);

  /** The answer stands whether or not it could be kept; without it a repetition is told "outcome unknown". */
  const keep = async (work: Promise<void>): Promise<void> => {
    await work.catch((error: unknown) => logger.error('answer not kept under its key', errorFields(error)));
  };
  try {
    const body = await perform();
    await keep(answerKey(pool, request, { body } satisfies KeptAnswer));
    return { body, replayed: false };
  } catch (error) {
    if (error instanceof Refusal) {
      await keep(mayBeTriedAgain(error) ? dropKey(pool, request) : answerKey(pool, request, toKept(error)));
    } else if (isUnavailable(error)) {
      // The database is asked before anything is sent, and what it fails at afterwards is not thrown.
      await keep(dropKey(pool, request));
    }
    throw error;
  }
}

const mayBeTriedAgain = ({ facts: { retryable, context } }: Refusal): boolean =>
  context?.['outcome'] !== 'unknown' && (retryable === true || context?.['connectionId'] !== undefined);

function toKept({ kind, facts: { retryAfter, ...facts } }: Refusal): KeptAnswer {
  return { kind, facts: { ...facts, ...(retryAfter && { retryAfter: retryAfter.toISOString() }) } };
}
