import { askAgain, isUnavailable } from '@writ/db';
import { answerKey, beginWrite, dropWrite, type BegunWrite, type KeyedRequest } from '@writ/operation';
import { Refusal } from '@writ/problems';
import type { Pool } from 'pg';
import type { StoreOrRetry } from './store-or-retry.ts';
import { repeatAnswer, type KeptAnswer, type OnceAnswer } from './repeat-answer.ts';

/** `perform` may throw a `Refusal` only after recording the operation. */
export type PerformOnce = (
  write: BegunWrite,
  keyed: KeyedRequest | undefined,
  perform: () => Promise<Record<string, unknown>>,
) => Promise<OnceAnswer>;

/**
 * Before the provider is called, stores a write with a key as begun and reserves the key with a lease; then keeps the
 * answer, success or refusal. Frees the key if nothing was sent and a retry may help, or if Postgres failed before.
 * If the process dies, the write gets an unknown outcome after its lease (Contract §4.1).
 */
export function createPerformOnce({ pool, store }: { pool: Pool; store: StoreOrRetry }): PerformOnce {
  return async (write, keyed, perform) => {
    if (!keyed) return { body: await perform(), replayed: false };
    // Not the write: a waiting change would hold its records.
    const { projectId, id } = write;
    const of = { operationId: id };
    const giveBack = {
      ...of,
      what: 'the return of a key',
      sizeBytes: () => giveBackBytes,
      run: () => dropWrite(pool, { projectId, id }, keyed),
    };
    /** The answer is valid even if it cannot be kept. */
    const keep = async (answer: KeptAnswer): Promise<void> => {
      await store.now({
        ...of,
        what: 'the answer of a key',
        sizeBytes: () => JSON.stringify(answer).length,
        run: () => askAgain(() => answerKey(pool, keyed, answer)),
      });
    };
    const state = await beginWrite(pool, write, keyed).catch((error: unknown) => {
      store.later(giveBack);
      throw error;
    });
    if (state.kind !== 'reserved') return repeatAnswer(state, keyed.key);

    try {
      const body = await perform();
      await keep({ body });
      return { body, replayed: false };
    } catch (error) {
      if (error instanceof Refusal) {
        if (mayBeTriedAgain(error)) await store.now(giveBack);
        else await keep(toKept(error));
      } else if (isUnavailable(error)) {
        // `perform` uses Postgres only before sending, or without throwing.
        store.later(giveBack);
      }
      throw error;
    }
  };
}

/** Ids, a key of 255 characters and closures. */
const giveBackBytes = 2_048;

const mayBeTriedAgain = ({ facts: { retryable, context } }: Refusal): boolean =>
  context?.['outcome'] !== 'unknown' && (retryable === true || context?.['connectionId'] !== undefined);

function toKept({ kind, facts: { retryAfter, ...facts } }: Refusal): KeptAnswer {
  return { kind, facts: { ...facts, ...(retryAfter && { retryAfter: retryAfter.toISOString() }) } };
}
