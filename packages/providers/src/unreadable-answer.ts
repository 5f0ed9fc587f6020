import type { ProviderDeclaration, ProviderFault } from '@writ/write-core';
import { toFault, unsure } from './verdict.ts';

/**
 * The outcome of an answer that reports success and shows nothing: cut off, or of somebody on the way. The write may
 * have been made.
 */
export function unreadableAnswer(
  { displayName }: ProviderDeclaration,
  { status }: { status: number },
): { kind: 'failed'; faults: readonly [ProviderFault] } {
  const message = `${displayName} answered ${status} with a body that can't be read.`;
  return {
    kind: 'failed',
    faults: [toFault(unsure('unknown'), { message, code: 'UNREADABLE_ANSWER', status })],
  };
}
