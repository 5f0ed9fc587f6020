import type { ProviderFault } from '@writ/write-core';
import type { ProviderAdapter } from './adapter.ts';

export type Probe =
  | { kind: 'identified'; account: string }
  /** Not accepted at this address; a refresh may return the right one. */
  | { kind: 'refused'; fault: ProviderFault }
  /** No answer, or none to this question. */
  | { kind: 'unanswered' }
  /** Accepted, but without the right to ask for the account. */
  | { kind: 'untold' };

export async function probe(
  adapter: Pick<ProviderAdapter, 'identify'>,
  call: Parameters<ProviderAdapter['identify']>[0],
): Promise<Probe> {
  const identity = await adapter.identify(call);
  if (identity.kind === 'identified') return { kind: 'identified', account: identity.account };
  const [fault] = identity.faults;
  if (fault.kind === 'unauthorized' || fault.movedAway === true) return { kind: 'refused', fault };
  // Other failures may come from another server, such as one at a mistyped address.
  return fault.kind === 'forbidden' && !fault.retryable ? { kind: 'untold' } : { kind: 'unanswered' };
}
