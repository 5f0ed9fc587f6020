import { askAgain, isUnavailable, newId } from '@writ/db';
import { answerKey, keptHoursAfterDeadline, reserveKeys, type KeyedRequest } from '@writ/operation';
import { Refusal } from '@writ/http-kit';
import { errorFields, type Closing, type Logger } from '@writ/service-kit';
import type { Pool } from 'pg';
import { createKeyReturns } from './key-returns.ts';
import { repeatAnswer, type KeptAnswer, type OnceAnswer } from './repeat-answer.ts';

/** Performs a synchronous write once for all requests that bring the same key. */
export type PerformOnce = (
  request: KeyedRequest | undefined,
  perform: () => Promise<Record<string, unknown>>,
) => Promise<OnceAnswer>;

/** A synchronous write takes at most 30 s; a process that needs longer than this has died. */
const leaseMs = 45_000;

/**
 * The key is reserved, with a lease, before the provider is called; the answer is kept under it, success and refusal
 * alike. A refusal that says that nothing was sent and a retry may help, be it once the connection is made anew, gives the
 * key back, and so does a database that fails before anything is sent: of a reservation, too, that may have been stored
 * although its answer was lost. A process that dies in between leaves "outcome unknown", never a key that is taken for
 * ever (Contract §4.1).
 */
export function createPerformOnce(
  { pool, logger }: { pool: Pool; logger: Logger },
  closing: Closing,
): PerformOnce {
  const returns = createKeyReturns({ pool, logger, leaseMs }, closing);
  /** The answer stands whether or not it could be kept; without it a repetition is told "outcome unknown". */
  const keep = async (request: KeyedRequest, answer: KeptAnswer): Promise<void> => {
    await askAgain(() => answerKey(pool, request, answer)).catch((error: unknown) =>
      logger.error('answer not kept under its key', errorFields(error)),
    );
  };

  return async (request, perform) => {
    if (!request) return { body: await perform(), replayed: false };
    const held = { ...request, holder: newId() };
    const reserve = () => reserveKeys(pool, [{ ...held, keptHours: keptHoursAfterDeadline, leaseMs }]);
    const [state] = await askAgain(reserve).catch((error: unknown) => {
      returns.later(held);
      throw error;
    });
    if (state && state.kind !== 'reserved') return repeatAnswer(state, request.key);

    try {
      const body = await perform();
      await keep(request, { body });
      return { body, replayed: false };
    } catch (error) {
      if (error instanceof Refusal) {
        await (mayBeTriedAgain(error) ? returns.now(held) : keep(request, toKept(error)));
      } else if (isUnavailable(error)) {
        // The database is asked before anything is sent, and what it fails at afterwards is not thrown.
        returns.later(held);
      }
      throw error;
    }
  };
}

const mayBeTriedAgain = ({ facts: { retryable, context } }: Refusal): boolean =>
  context?.['outcome'] !== 'unknown' && (retryable === true || context?.['connectionId'] !== undefined);

function toKept({ kind, facts: { retryAfter, ...facts } }: Refusal): KeptAnswer {
  return { kind, facts: { ...facts, ...(retryAfter && { retryAfter: retryAfter.toISOString() }) } };
}
