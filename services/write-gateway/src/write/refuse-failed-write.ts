import { toStoredFault } from '@writ/operation';
import { Refusal } from '@writ/http-kit';
import { providerProblem, providerRemedy } from '@writ/service-parts';
import { faultText, leastWaitMs, type ProviderFault } from '@writ/write-core';
import { decisiveOf, passes } from './ended-write.ts';

/** A synchronous write of which nothing was written. */
type FailedWrite = {
  operationId: string;
  /** What it was to go through. */
  connection: { id: string; projectId: string; provider: string };
  /** The provider's name as people know it. */
  providerName: string;
  faults: readonly [ProviderFault, ...ProviderFault[]];
  /** What was done otherwise than the caller asked: the provider may have refused just that. */
  warnings: readonly string[];
  /** What became of each record, for a batch. */
  batch?: Readonly<Record<string, unknown>>;
};

/**
 * The problem that a failed synchronous write is answered with (Contract §2, §4.2): what the provider said, whether a
 * retry helps and when, and whether something may have been written.
 */
export function refuseFailedWrite(write: FailedWrite, now: Date): Refusal {
  const { faults } = write;
  const decisive = decisiveOf(faults) ?? faults[0];
  // What may have been written must not be repeated blindly, however passing the fault.
  const unsure = faults.some(({ sent }) => sent === 'unknown');
  const retryable = !unsure && passes(decisive);
  const waitMs = leastWaitMs(faults);
  const kind = providerProblem(decisive);
  const remedy = providerRemedy(decisive, write.connection);
  return new Refusal(kind, {
    detail: kind === 'unavailable' ? withAnswer(decisive, write.providerName) : faultText(decisive),
    // What was said of several records is one cause.
    causes: [...new Set(faults.map(faultText))],
    ...(!decisive.ours && { subsystem: write.connection.provider }),
    retryable,
    ...(retryable && waitMs > 0 && { retryAfter: new Date(now.getTime() + waitMs) }),
    ...(unsure &&
      kind === 'unavailable' && {
        remedy: 'It may have been written: look for the record at the provider before you send it again.',
      }),
    ...(remedy !== undefined && { remedy }),
    context: {
      operationId: write.operationId,
      ...((decisive.kind === 'unauthorized' || decisive.waitsFor) && { connectionId: write.connection.id }),
      ...(decisive.status !== undefined && { providerStatus: decisive.status }),
      // What the provider refused was sent, and is known; beside it there may be what is not.
      ...((unsure || kind !== 'provider-refused') && { outcome: unsure ? 'unknown' : 'notSent' }),
      errors: write.batch ? write.batch['errors'] : faults.map(toStoredFault),
      ...(write.batch && { results: write.batch['results'] }),
    },
    members: {
      ...(write.batch && { operationId: write.operationId, ...write.batch }),
      ...(write.warnings.length > 0 && { warnings: write.warnings }),
    },
  });
}

/** What is not available is the provider, where it answered so: its words alone read as if it were a part of ours. */
function withAnswer(fault: ProviderFault, providerName: string): string {
  const text = faultText(fault);
  const said = `${providerName} answered `;
  const { status } = fault;
  return status === undefined || status < 400 || text.startsWith(said) ? text : `${said}${status}: ${text}`;
}
