import type { ProviderFault } from '@writ/write-core';
import type { ProviderAdapter } from './adapter.ts';

/** What a provider says to credentials. */
export type Probe =
  | { kind: 'identified'; account: string }
  /** It does not take them here; new tokens may be taken, and tell where the account is. */
  | { kind: 'refused'; fault: ProviderFault }
  /** It could not be asked, or did not answer the question. */
  | { kind: 'unanswered' }
  /** It accepts the credentials, and says that they may not ask whose they are. */
  | { kind: 'untold' };

/** Asks a provider whether it takes credentials, and whose account they open. */
export async function probe(
  adapter: Pick<ProviderAdapter, 'identify'>,
  call: Parameters<ProviderAdapter['identify']>[0],
): Promise<Probe> {
  const identity = await adapter.identify(call);
  if (identity.kind === 'identified') return { kind: 'identified', account: identity.account };
  const [fault] = identity.faults;
  if (fault.kind === 'unauthorized' || fault.movedAway === true) return { kind: 'refused', fault };
  // Any other failure may be of something that is not the provider, such as a server at a mistyped address.
  return fault.kind === 'forbidden' && !fault.retryable ? { kind: 'untold' } : { kind: 'unanswered' };
}
