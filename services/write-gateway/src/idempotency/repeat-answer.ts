import { askAgain } from '@writ/db';
import { findKey, type KeyedRequest, type KeyState, type KnownKey } from '@writ/operation';
import { Refusal, type IssueInput, type ProblemKind, type RefusalFacts } from '@writ/problems';
import type { Pool } from 'pg';

export const replayedHeader = { 'Idempotency-Replayed': 'true' } as const;

export type KeptAnswer = { body: Record<string, unknown> } | { kind: ProblemKind; facts: KeptFacts };
type KeptFacts = Omit<RefusalFacts, 'retryAfter'> & { retryAfter?: string };

export type OnceAnswer = { body: Record<string, unknown>; replayed: boolean };

/**
 * Undefined for a new request. Checked first: a repetition gets its answer even if the write would be refused now
 * (Contract §4.1).
 */
export async function findAnswer(
  pool: Pool,
  request: KeyedRequest | undefined,
): Promise<OnceAnswer | undefined> {
  const known = request && (await askAgain(() => findKey(pool, request)));
  return known && repeatAnswer(known, request.key);
}

/** @throws Refusal if the first answer was one, or there is none */
export function repeatAnswer(known: KnownKey, key: string): OnceAnswer {
  if (known.kind === 'accepted') return { body: { operationId: known.operationId }, replayed: true };
  if (known.kind !== 'answered') throw refuseKey(known, key);
  const kept = known.answer as KeptAnswer;
  if ('body' in kept) return { body: kept.body, replayed: true };
  const { retryAfter, ...facts } = kept.facts;
  const again = {
    ...facts,
    ...(retryAfter !== undefined && { retryAfter: new Date(retryAfter) }),
    headers: { ...facts.headers, ...replayedHeader },
  };
  // A stored refusal has the issues that its kind needs.
  throw new Refusal(...([kept.kind, again] as ConstructorParameters<typeof Refusal>));
}

/** For keys without an answer to repeat (Contract §4.1). */
export function refuseKey(
  state: Exclude<KeyState, { kind: 'reserved' | 'accepted' | 'answered' }>,
  key: string,
): Refusal {
  switch (state.kind) {
    case 'mismatch':
      return new Refusal('idempotency-mismatch', { issues: [mismatch(key)] });
    case 'running':
      return new Refusal('request-running');
    case 'unknown':
      return new Refusal('outcome-unknown', {
        context: {
          outcome: 'unknown',
          ...(state.operationId !== null && { operationId: state.operationId }),
        },
      });
  }
}

const mismatch = (value: string): IssueInput => ({
  in: 'header',
  name: 'Idempotency-Key',
  detail: 'The key was used with another body before.',
  value,
});
