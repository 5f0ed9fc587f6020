import { Refusal, type RefusalFacts } from './refusal.ts';

/**
 * Our own commit lost its answer, so nobody knows whether what was asked for was stored (Contract §2). Unless told otherwise it
 * is not to be repeated: that would do it a second time, or take it for somebody else's, as a name that is taken.
 */
export const outcomeUnknown = (told: Omit<RefusalFacts, 'context'> = {}): Refusal =>
  new Refusal('unavailable', {
    detail: 'The database went away while this was being stored: it may have been done, or not.',
    remedy: 'Look whether it was done before you send the request again.',
    retryable: false,
    ...told,
    context: { outcome: 'unknown' },
  });
