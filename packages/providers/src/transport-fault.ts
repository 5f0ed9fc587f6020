import type { ProviderFault } from '@writ/write-core';
import { refused, toFault } from './verdict.ts';
import type { Verdict } from './verdict.ts';

/** Why a call was ended from our side. */
export class CallEnded extends Error {
  readonly reason: 'timeout' | 'stopped' | 'too-large';

  constructor(reason: CallEnded['reason']) {
    super(reason);
    this.reason = reason;
  }
}

const endedByUs: Readonly<
  Record<CallEnded['reason'], { message: string; unsent: string; verdict: Verdict }>
> = {
  timeout: {
    message: 'The provider did not answer in time.',
    unsent: 'There was no free connection to the provider in time.',
    verdict: { kind: 'timeout', retryable: true, sent: 'unknown' },
  },
  stopped: {
    message: 'The call was stopped before the provider had answered.',
    unsent: 'The call was stopped before it was sent.',
    verdict: { kind: 'timeout', retryable: true, sent: 'unknown' },
  },
  'too-large': {
    message: 'The answer of the provider is larger than 10 MB and was not read.',
    unsent: 'The call was stopped before it was sent.',
    verdict: { kind: 'unknown', retryable: false, sent: 'unknown' },
  },
};

/**
 * The fault of a call that got no answer. As long as no byte of the request can have left (no connection, no free one
 * in time) it was not sent; from then on nobody knows.
 */
export function transportFault(error: Error, began: boolean): ProviderFault {
  if (error instanceof CallEnded) {
    const { message, unsent, verdict } = endedByUs[error.reason];
    if (began) return toFault(verdict, { message, code: error.reason });
    return toFault({ ...verdict, sent: 'notSent' }, { message: unsent, code: error.reason });
  }
  const code = codeOf(error);
  if (code === 'UND_ERR_INVALID_ARG') {
    const verdict: Verdict = { ...refused('invalid'), sent: 'notSent' };
    return toFault(verdict, {
      message: 'The request can not be sent: a header or the path is malformed.',
      code,
    });
  }
  const message = began ? 'The connection to the provider broke.' : 'The provider could not be reached.';
  const verdict: Verdict = { kind: 'unavailable', retryable: true, sent: began ? 'unknown' : 'notSent' };
  return toFault(verdict, { message: code === undefined ? message : `${message} (${code})`, code });
}

function codeOf(error: Error): string | undefined {
  // Several addresses were tried: the reason is in the first of the errors.
  const tried: readonly unknown[] = error instanceof AggregateError ? error.errors : [error];
  const { code } = (tried[0] ?? error) as { code?: unknown };
  return typeof code === 'string' ? code : undefined;
}
