import { networkReason } from '@writ/service-kit';
import type { ProviderFault } from '@writ/write-core';
import { toFault, unsure } from '../verdict.ts';

export class CallEnded extends Error {
  readonly reason: 'timeout' | 'stopped' | 'too-large';

  constructor(reason: CallEnded['reason']) {
    super(reason);
    this.reason = reason;
  }
}

/** For a call that we ended after it had begun, and before. */
const endedByUs: Readonly<Record<CallEnded['reason'], { message: string; unsent: string }>> = {
  timeout: {
    message: 'The provider did not answer in time.',
    unsent: 'There was no free connection to the provider in time.',
  },
  stopped: {
    message: 'The call was stopped before the provider had answered.',
    unsent: 'The call was stopped before it was sent.',
  },
  'too-large': {
    message: 'The answer of the provider is larger than 10 MB and was not read.',
    unsent: 'The call was stopped before it was sent.',
  },
};

/** The fault of a call without an answer: `notSent` until a byte may have left, then `unknown`. */
export function transportFault(error: Error, began: boolean): ProviderFault {
  const sent = began ? 'unknown' : 'notSent';
  if (error instanceof CallEnded) {
    const { message, unsent } = endedByUs[error.reason];
    const said = { message: began ? message : unsent, code: error.reason };
    // A retry would get as large an answer, and a create without unique values would be repeated.
    if (error.reason === 'too-large')
      return { ...toFault({ kind: 'unknown', retryable: false }, said), sent };
    return { ...toFault(unsure('timeout'), said), sent };
  }
  if ('code' in error && error.code === 'UND_ERR_INVALID_ARG') {
    const malformed = 'The request cannot be sent: a header or the path is malformed.';
    const said = { message: malformed, code: 'MALFORMED_REQUEST' };
    return { ...toFault({ kind: 'invalid', retryable: false }, said), sent };
  }
  const message = began ? 'The provider did not answer' : 'The provider could not be reached';
  const { words = 'the connection failed', code } = networkReason(error) ?? {};
  return { ...toFault(unsure('unavailable'), { message: `${message}: ${words}.`, code }), sent };
}

/**
 * Whether the request cannot have arrived whole: the system refused its last bytes, as on a kept connection
 * that the provider has closed. An incomplete request is not carried out (RFC 9112, 8).
 */
export const wasCutOff = (error: Error): boolean => 'syscall' in error && error.syscall === 'write';
