import { toStoredFault } from '@writ/operation';
import { Refusal, type ProblemKind } from '@writ/http-kit';
import { faultText, type FailureKind, type ProviderFault } from '@writ/write-core';

/** A synchronous write of which nothing was written. */
type FailedWrite = {
  operationId: string;
  /** What it was to go through. */
  connection: { id: string; projectId: string; provider: string };
  faults: readonly [ProviderFault, ...ProviderFault[]];
  /** What became of each record, for a batch. */
  batch?: Readonly<Record<string, unknown>>;
};

const kinds = {
  'rate-limited': 'unavailable',
  unavailable: 'provider-unreachable',
  locked: 'unavailable',
  timeout: 'provider-timeout',
  unauthorized: 'provider-refused',
  forbidden: 'provider-refused',
  'not-found': 'provider-refused',
  invalid: 'provider-refused',
  conflict: 'provider-refused',
  unknown: 'provider-unreachable',
} as const satisfies Record<FailureKind, ProblemKind>;

/**
 * The problem that a failed synchronous write is answered with (Contract §2, §4.2): what the provider said, whether a
 * retry helps and when, and whether something may have been written.
 */
export function refuseFailedWrite(write: FailedWrite, now: Date): Refusal {
  const { faults } = write;
  // A connection that is refused stays so until it is made anew, whatever a token refresh could have done.
  const passes = (fault: ProviderFault): boolean => fault.retryable && fault.kind !== 'unauthorized';
  // Where some faults pass and others last, the write as a whole does not pass.
  const decisive = faults.find((fault) => !passes(fault)) ?? faults[0];
  // What may have been written must not be repeated blindly, however passing the fault.
  const unsure = faults.some(({ sent }) => sent === 'unknown');
  const retryable = !unsure && passes(decisive);
  const waitMs = Math.max(0, ...faults.map(({ retryAfterMs }) => retryAfterMs ?? 0));
  const kind = kindOf(decisive);
  return new Refusal(kind, {
    detail: faultText(decisive),
    // What was said of several records is one cause.
    causes: [...new Set(faults.map(faultText))],
    ...(!decisive.ours && { subsystem: write.connection.provider }),
    retryable,
    ...(retryable && waitMs > 0 && { retryAfter: new Date(now.getTime() + waitMs) }),
    ...(decisive.ours && {
      remedy:
        'Ask those who run the service to give its encryption key back, or have the customer reconnect.',
    }),
    ...(unsure &&
      kind === 'unavailable' && {
        remedy: 'It may have been written: look for the record at the provider before you send it again.',
      }),
    ...(decisive.kind === 'unauthorized' && { remedy: reconnecting(write.connection) }),
    context: {
      operationId: write.operationId,
      ...((decisive.kind === 'unauthorized' || decisive.waitsFor) && { connectionId: write.connection.id }),
      ...(decisive.status !== undefined && { providerStatus: decisive.status }),
      ...(kind !== 'provider-refused' && { outcome: unsure ? 'unknown' : 'notSent' }),
      errors: write.batch ? write.batch['errors'] : faults.map(toStoredFault),
      ...(write.batch && { results: write.batch['results'] }),
    },
    ...(write.batch && { members: { operationId: write.operationId, ...write.batch } }),
  });
}

function reconnecting({ id, projectId }: FailedWrite['connection']): string {
  const path = `/v1/projects/${projectId}/connections/${id}`;
  const body = '{"updateMask":["apiKey"],"connection":{"apiKey":"…"}}';
  return `The customer has to reconnect: send \`PATCH ${path}\` with new credentials to the management host, such as \`${body}\`.`;
}

/** A provider that says that it is overloaded is not unreachable; and it has nothing to do with a fault of ours. */
function kindOf({
  kind,
  sent,
  status,
  ours,
  waitsFor,
}: ProviderFault): (typeof kinds)[FailureKind] | 'connection-not-working' {
  if (ours) return 'unavailable';
  if (waitsFor) return kind === 'unauthorized' ? 'connection-not-working' : 'unavailable';
  const answered = sent === 'rejected' || status === 503;
  return kind === 'unavailable' && answered ? 'unavailable' : kinds[kind];
}
