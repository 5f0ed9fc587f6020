import { Refusal, type RefusalFacts } from './refusal.ts';

/**
 * A commit whose answer was lost may be stored (Contract §2). By default it must not be repeated: it might be
 * done twice, or be refused for its own traces.
 */
export const outcomeUnknown = (told: Omit<RefusalFacts, 'context'> = {}): Refusal =>
  new Refusal('unavailable', {
    detail: 'The database connection broke while this was being stored, so it may have been done.',
    remedy: 'Check whether it was done before you send the request again.',
    retryable: false,
    ...told,
    context: { outcome: 'unknown' },
  });
