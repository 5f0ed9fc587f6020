import type { ProviderUsage } from '@writ/providers';
import type { ProviderFault } from '@writ/write-core';
import type { EndedCall } from '../core/errand.ts';

export type EndedTestCall = Pick<EndedCall, 'permitId' | 'write' | 'end'> & { agoMs: number };

const callWith = (
  call: Partial<EndedTestCall>,
  faults: ProviderFault[] = [],
  usage?: ProviderUsage,
): EndedTestCall => ({
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

/** Without usage. */
export const answered = (permitId?: string, agoMs = 0): EndedTestCall =>
  callWith({ ...on(permitId), agoMs }, [fault({})]);
export const succeeded = (usage?: ProviderUsage): EndedTestCall => callWith({}, [], usage);
export const away = (
  write: string,
  more: { permitId?: string; retryAfterMs?: number; status?: number } = {},
): EndedTestCall => {
  const { permitId, ...waits } = more;
  return callWith({ ...on(permitId), write }, [fault({ kind: 'unavailable', sent: 'unknown', ...waits })]);
};
export const refusedForQuota = (retryAfterMs: number): EndedTestCall =>
  callWith({}, [fault({ kind: 'rate-limited', retryAfterMs })]);
/** This process stopped the call. */
export const gaveUp = (permitId: string): EndedTestCall => {
  const faults = [fault({ kind: 'timeout', sent: 'unknown', code: 'stopped' })];
  return callWith({ permitId, end: { answered: false, faults, recordFaults: [] } });
};

/** In the caller's time. */
export const endedCalls = (calls: readonly EndedTestCall[], nowMs: number): EndedCall[] =>
  calls.map(({ agoMs, ...call }) => ({ ...call, begunAtMs: nowMs - agoMs, endedAtMs: nowMs - agoMs }));
