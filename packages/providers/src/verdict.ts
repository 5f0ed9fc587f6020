import type { Failed, FailureKind, Faults, ProviderFault, QuotaLimit } from '@writ/write-core';
import { plainText } from './transport/plain-text.ts';

const longestWord = 200;

/** Errors kept per record; a provider may name thousands. */
export const mostFaults = 50;
/** Conflicting records that a fault names. */
const mostMatches = 20;

/**
 * Proof that a failed call wrote nothing, so a create may be repeated without a look-up. `error`: the
 * provider's own error in the body. `status`: the status alone. `source`: where that is documented.
 */
export type Proof = { by: 'error' | 'status'; source: string };

export const byError = (source: string): Proof => ({ by: 'error', source });
export const byStatus = (source: string): Proof => ({ by: 'status', source });

export type Verdict = {
  kind: FailureKind;
  retryable: boolean;
  /** Absent: the call may have written. */
  proof?: Proof;
  /** Wait if the answer names none. */
  waitMs?: number;
  /** Least wait, even if the answer names a shorter one. */
  leastWaitMs?: number;
  limit?: QuotaLimit;
  refusesCredentials?: boolean;
  movedAway?: boolean;
  tooMuchAtOnce?: boolean;
  unmetCondition?: boolean;
};

/** A retry gets the same answer. */
export const refused = (kind: FailureKind, proof: Proof): Verdict => ({ kind, retryable: false, proof });

export const later = (
  kind: FailureKind,
  proof: Proof,
  wait: Pick<Verdict, 'waitMs' | 'leastWaitMs' | 'limit'> = {},
): Verdict => ({ kind, retryable: true, proof, ...wait });

/** A retry with new credentials can succeed. */
export const credentialsRefused = (proof: Proof): Verdict => ({
  ...later('unauthorized', proof),
  refusesCredentials: true,
});

/** A retry may succeed, but the call may have written. */
export const unsure = (kind: FailureKind, waitMs?: number): Verdict => ({
  kind,
  retryable: true,
  ...(waitMs !== undefined && { waitMs }),
});

/**
 * For an answer without the provider's error, such as a proxy's page: it proves nothing that needs the error,
 * and may pass.
 */
export function withoutError(verdict: Verdict): Verdict {
  if (verdict.proof?.by !== 'error') return verdict;
  if (!verdict.retryable) return unsure('unknown');
  const { proof: _, ...rest } = verdict;
  return rest;
}

/** For a status without a row. */
export function verdictByClass(status: number): Verdict {
  if (status >= 500) return unsure('unavailable');
  if (status === 408) return unsure('timeout');
  if (status >= 400) return refused('invalid', byError('an error of the provider under a 4xx'));
  return redirects.has(status)
    ? refused('unknown', byStatus('RFC 9110, 15.4: the request is for another address'))
    : unsure('unknown');
}

/** Not 303, which follows a finished request, nor 300, a choice. */
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

export function toFault(
  verdict: Verdict,
  { message, code, field, status, retryAfterMs, matches = [], allowSave }: Said,
): ProviderFault {
  const { proof, waitMs: _, leastWaitMs: __, ...traits } = verdict;
  const [codeWord, fieldWord] = [wordOf(code), wordOf(field)];
  return {
    ...traits,
    sent: proof === undefined ? 'unknown' : 'rejected',
    message,
    ...(codeWord !== undefined && { code: codeWord }),
    ...(fieldWord !== undefined && { field: fieldWord }),
    ...(status !== undefined && { status }),
    ...(matches.length > 0 && { matches: [...new Set(matches)].slice(0, mostMatches) }),
    ...(allowSave !== undefined && { allowSave }),
    ...(verdict.retryable && waitsOf(verdict, retryAfterMs)),
  };
}

const wordOf = (said: string | undefined): string | undefined =>
  plainText(said)?.slice(0, longestWord).toWellFormed();

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

export const faultsOr = (
  [first, ...others]: readonly ProviderFault[],
  otherwise: () => ProviderFault,
): Faults => (first === undefined ? [otherwise()] : [first, ...others]);

export const unsent = (fault: Omit<ProviderFault, 'sent'>): Failed => ({
  kind: 'failed',
  faults: [{ ...fault, sent: 'notSent' }],
});

export function mapFaults(
  { faults: [first, ...others] }: Failed,
  change: (fault: ProviderFault) => ProviderFault,
): Failed {
  return { kind: 'failed', faults: [change(first), ...others.map(change)] };
}

export const withFaults = (failed: Failed, change: Partial<ProviderFault>): Failed =>
  mapFaults(failed, (fault) => ({ ...fault, ...change }));

/**
 * `not-found` means that the record to write is gone, and callers drop their state of it. A missing related
 * record, object or path makes the request invalid.
 */
export const notItself = (fault: ProviderFault): ProviderFault =>
  fault.kind === 'not-found' ? { ...fault, kind: 'invalid' } : fault;

/** For a read before a write: nothing was sent, and what it misses is not the record to write. */
export const asUnsent = (failed: Failed): Failed =>
  mapFaults(failed, (fault) => ({ ...notItself(fault), sent: 'notSent' }));
