import type { ProviderUsage } from '@writ/providers';
import type { ProviderFault } from '@writ/write-core';
import type { EndedCall } from '../core/errand.ts';

/** What a test tells of a call: how long ago it ended, and what came of it. */
export type ToldCall = Pick<EndedCall, 'permitId' | 'write' | 'end'> & { agoMs: number };

const told = (call: Partial<ToldCall>, faults: ProviderFault[] = [], usage?: ProviderUsage): ToldCall => ({
  write: 'any',
  agoMs: 0,
  end: { answered: true, faults, recordFaults: [], ...(usage && { usage }) },
  ...call,
});
const fault = (given: Partial<ProviderFault>): ProviderFault => ({
  kind: 'invalid',
  sent: 'rejected',
  retryable: false,
  message: 'no',
  ...given,
});
const on = (permitId?: string) => (permitId === undefined ? {} : { permitId });

/** The provider answered, and said nothing of its quota. */
export const answered = (permitId?: string, agoMs = 0): ToldCall =>
  told({ ...on(permitId), agoMs }, [fault({})]);
export const succeeded = (usage?: ProviderUsage): ToldCall => told({}, [], usage);
/** The provider was found to be away. */
export const away = (
  write: string,
  more: { permitId?: string; retryAfterMs?: number; status?: number } = {},
): ToldCall => {
  const { permitId, ...waits } = more;
  return told({ ...on(permitId), write }, [fault({ kind: 'unavailable', sent: 'unknown', ...waits })]);
};
export const refusedForQuota = (retryAfterMs: number): ToldCall =>
  told({}, [fault({ kind: 'rate-limited', retryAfterMs })]);
/** This process broke the call off. */
export const gaveUp = (permitId: string): ToldCall => {
  const faults = [fault({ kind: 'timeout', sent: 'unknown', code: 'stopped' })];
  return told({ permitId, end: { answered: false, faults, recordFaults: [] } });
};

/** The calls in the time of the caller's clock. */
export const endedCalls = (calls: readonly ToldCall[], nowMs: number): EndedCall[] =>
  calls.map(({ agoMs, ...call }) => ({ ...call, begunAtMs: nowMs - agoMs, endedAtMs: nowMs - agoMs }));
