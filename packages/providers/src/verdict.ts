import type { Failed, FailureKind, Faults, ProviderFault, QuotaLimit } from '@writ/write-core';
import { plainText } from './transport/plain-text.ts';

/** Codes and names of fields are short. */
const longestWord = 200;

/** As many errors of one record as a person reads; a provider may name thousands. */
export const mostFaults = 50;
/** As many records as a fault names that the one to write conflicts with. */
const mostMatches = 20;

/**
 * What proves that a failed call wrote nothing, so that a create may be repeated without looking for the record. `error`:
 * the provider's own error in the body; the same status with a page or without a body proves nothing. `status`: the
 * status alone. `source` says where that is known from.
 */
export type Proof = { by: 'error' | 'status'; source: string };

export const byError = (source: string): Proof => ({ by: 'error', source });
export const byStatus = (source: string): Proof => ({ by: 'status', source });

/** One row of a provider's table of failures. */
export type Verdict = {
  kind: FailureKind;
  retryable: boolean;
  /** Nothing was written, and why that is certain. Without it, the call may have written. */
  proof?: Proof;
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
export const refused = (kind: FailureKind, proof: Proof): Verdict => ({ kind, retryable: false, proof });

/** The provider wrote nothing, and may do so later. */
export const later = (
  kind: FailureKind,
  proof: Proof,
  wait: Pick<Verdict, 'waitMs' | 'leastWaitMs' | 'limit'> = {},
): Verdict => ({ kind, retryable: true, proof, ...wait });

/** The provider rejects the credentials. With new ones the same call can succeed. */
export const credentialsRefused = (proof: Proof): Verdict => ({
  ...later('unauthorized', proof),
  refusesCredentials: true,
});

/** A retry can help, but the call may have written. */
export const unsure = (kind: FailureKind, waitMs?: number): Verdict => ({
  kind,
  retryable: true,
  ...(waitMs !== undefined && { waitMs }),
});

/**
 * The verdict on an answer without an error of the provider, such as a page: a row that takes that error for its proof does
 * not hold, since a proxy may have answered after the write. It is not the provider that refuses, so it may pass.
 */
export function withoutError(verdict: Verdict): Verdict {
  if (verdict.proof?.by !== 'error') return verdict;
  if (!verdict.retryable) return unsure('unknown');
  const { proof: _, ...rest } = verdict;
  return rest;
}

/** By status, for answers that a table has no row for. */
export function verdictByClass(status: number): Verdict {
  if (status >= 500) return unsure('unavailable');
  if (status === 408) return unsure('timeout');
  if (status >= 400) return refused('invalid', byError('an error of the provider under a 4xx'));
  return redirects.has(status)
    ? refused('unknown', byStatus('RFC 9110, 15.4: the request is for another address'))
    : unsure('unknown');
}

/** Not 303, which follows a request that was carried out, nor 300, which offers a choice. */
const redirects: ReadonlySet<number> = new Set([301, 302, 307, 308]);

type Said = {
  message: string;
  code?: string | undefined;
  field?: string | undefined;
  status?: number | undefined;
  retryAfterMs?: number | undefined;
  matches?: readonly string[];
  allowSave?: boolean;
};

/** The fault that a verdict and the provider's own words make. */
export function toFault(
  verdict: Verdict,
  { message, code, field, status, retryAfterMs, matches = [], allowSave }: Said,
): ProviderFault {
  const { kind, proof, retryable, limit, refusesCredentials, movedAway, tooMuchAtOnce, unmetCondition } =
    verdict;
  const [codeWord, fieldWord] = [wordOf(code), wordOf(field)];
  return {
    kind,
    sent: proof === undefined ? 'unknown' : 'rejected',
    retryable,
    message,
    ...(codeWord !== undefined && { code: codeWord }),
    ...(fieldWord !== undefined && { field: fieldWord }),
    ...(status !== undefined && { status }),
    ...(matches.length > 0 && { matches: [...new Set(matches)].slice(0, mostMatches) }),
    ...(allowSave !== undefined && { allowSave }),
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

/** A failure with each of its faults changed. */
export function mapFaults(
  { faults: [first, ...others] }: Failed,
  change: (fault: ProviderFault) => ProviderFault,
): Failed {
  return { kind: 'failed', faults: [change(first), ...others.map(change)] };
}

/** A failure with all of its faults changed in the same way. */
export const withFaults = (failed: Failed, change: Partial<ProviderFault>): Failed =>
  mapFaults(failed, (fault) => ({ ...fault, ...change }));

/**
 * `not-found` says that the record to write is gone, and callers drop what they know of it by that. What else is not there
 * (the record behind a lookup, an object, a path) makes the request invalid.
 */
export const notItself = (fault: ProviderFault): ProviderFault =>
  fault.kind === 'not-found' ? { ...fault, kind: 'invalid' } : fault;
