import type { Failed, FailureKind, Faults, ProviderFault, QuotaLimit, SentState } from '@writ/write-core';
import { plainText } from './transport/plain-text.ts';

/** Codes and names of fields are short. */
const longestWord = 200;

/** As many errors of one record as a person reads; a provider may name thousands. */
export const mostFaults = 50;

/** One row of a provider's table of failures. */
export type Verdict = {
  kind: FailureKind;
  retryable: boolean;
  sent: SentState;
  /** The wait, where the answer names none. */
  waitMs?: number;
  /** The least wait, even where the answer names a shorter one. */
  leastWaitMs?: number;
  limit?: QuotaLimit;
  refusesCredentials?: boolean;
  movedAway?: boolean;
  tooMuchAtOnce?: boolean;
  unmetCondition?: boolean;
};

/** The provider said no, and will say it again. */
export const refused = (kind: FailureKind): Verdict => ({ kind, retryable: false, sent: 'rejected' });

/** The provider wrote nothing, and may do so later. */
export const later = (
  kind: FailureKind,
  wait: Pick<Verdict, 'waitMs' | 'leastWaitMs' | 'limit'> = {},
): Verdict => ({
  kind,
  retryable: true,
  sent: 'rejected',
  ...wait,
});

/** The provider does not take the credentials; with new ones the same call may be welcome. */
export const credentialsRefused: Verdict = { ...later('unauthorized'), refusesCredentials: true };

/** A retry can help, but nobody knows whether something was written. */
export const unsure = (kind: FailureKind, waitMs?: number): Verdict => ({
  kind,
  retryable: true,
  sent: 'unknown',
  ...(waitMs !== undefined && { waitMs }),
});

/**
 * What the table has no row for: the provider's 4xx are refusals, after its 5xx nobody knows (Providers §1.4, §2.4), nor
 * after a success that is none of those that are known.
 */
export function verdictByClass(status: number): Verdict {
  if (status >= 500) return unsure('unavailable');
  if (status < 300) return unsure('unknown');
  if (status === 408) return unsure('timeout');
  return refused(status >= 400 ? 'invalid' : 'unknown');
}

type Said = {
  message: string;
  code?: string | undefined;
  field?: string | undefined;
  status?: number | undefined;
  retryAfterMs?: number | undefined;
};

/** The fault that a verdict and the provider's own words make. */
export function toFault(
  verdict: Verdict,
  { message, code, field, status, retryAfterMs }: Said,
): ProviderFault {
  const { kind, sent, retryable, limit, refusesCredentials, movedAway, tooMuchAtOnce, unmetCondition } =
    verdict;
  const [codeWord, fieldWord] = [wordOf(code), wordOf(field)];
  return {
    kind,
    sent,
    retryable,
    message,
    ...(codeWord !== undefined && { code: codeWord }),
    ...(fieldWord !== undefined && { field: fieldWord }),
    ...(status !== undefined && { status }),
    ...(retryable && waitsOf(verdict, retryAfterMs)),
    ...(limit !== undefined && { limit }),
    ...(refusesCredentials !== undefined && { refusesCredentials }),
    ...(movedAway !== undefined && { movedAway }),
    ...(tooMuchAtOnce !== undefined && { tooMuchAtOnce }),
    ...(unmetCondition !== undefined && { unmetCondition }),
  };
}

/** A word of the provider's, fit to be stored and shown; undefined when nothing is left of it. */
const wordOf = (said: string | undefined): string | undefined =>
  plainText(said)?.slice(0, longestWord).toWellFormed();

/** What the provider asked for, and what the table says of its own. */
function waitsOf(
  { waitMs, leastWaitMs }: Verdict,
  askedMs: number | undefined,
): Pick<ProviderFault, 'retryAfterMs' | 'ourWaitMs'> {
  const ownMs = askedMs === undefined ? waitMs : leastWaitMs;
  return {
    ...(askedMs !== undefined && { retryAfterMs: askedMs }),
    ...(ownMs !== undefined && { ourWaitMs: ownMs }),
  };
}

/** What was told of in detail, or else one fault for all of it. */
export const faultsOr = (
  [first, ...others]: readonly ProviderFault[],
  otherwise: () => ProviderFault,
): Faults => (first === undefined ? [otherwise()] : [first, ...others]);

/** A failure of what was not sent. */
export const unsent = (fault: Omit<ProviderFault, 'sent'>): Failed => ({
  kind: 'failed',
  faults: [{ ...fault, sent: 'notSent' }],
});

/** A failure with all of its faults changed in the same way. */
export function withFaults({ faults: [first, ...others] }: Failed, change: Partial<ProviderFault>): Failed {
  const changed = (fault: ProviderFault): ProviderFault => ({ ...fault, ...change });
  return { kind: 'failed', faults: [changed(first), ...others.map(changed)] };
}
