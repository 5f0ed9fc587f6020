import { toStoredFault } from '@writ/operation';
import { Refusal } from '@writ/problems';
import { providerProblem, providerRemedy } from '@writ/service-parts';
import { faultText, leastWaitMs, type ProviderFault, type WriteType } from '@writ/write-core';
import { decisiveOf, passes } from './ended-write.ts';

type FailedWrite = {
  operationId: string;
  type: WriteType;
  connection: { id: string; projectId: string; provider: string };
  /** Display name. */
  providerName: string;
  faults: readonly [ProviderFault, ...ProviderFault[]];
  /** All causes. */
  said: string;
  /** They may explain the refusal. */
  warnings: readonly string[];
  batch?: Readonly<Record<string, unknown>>;
};

/** Contract §2, §4.2. */
export function refuseFailedWrite(write: FailedWrite, now: Date): Refusal {
  const { faults } = write;
  const decisive = decisiveOf(faults) ?? faults[0];
  // A write that may have happened must not be repeated blindly.
  const unsure = faults.some(({ sent }) => sent === 'unknown');
  const retryable = !unsure && passes(decisive);
  const waitMs = leastWaitMs(faults);
  const retryAt = waitMs > 0 ? new Date(now.getTime() + waitMs) : undefined;
  const kind = providerProblem(decisive);
  const isAway = kind !== 'provider-refused' && kind !== 'connection-not-working';
  const remedy =
    providerRemedy(decisive, write.connection) ??
    (isAway ? whenToRepeat(write.type, { retryable, mayBeWritten: unsure, retryAt }) : undefined);
  return new Refusal(kind, {
    detail: isAway ? withAnswer(write, decisive) : write.said,
    causes: [...new Set(faults.map(faultText))],
    ...(!decisive.ours && { subsystem: write.connection.provider }),
    retryable,
    ...(retryable && retryAt && { retryAfter: retryAt }),
    ...(remedy !== undefined && { remedy }),
    context: {
      operationId: write.operationId,
      ...((decisive.kind === 'unauthorized' || decisive.waitsFor) && { connectionId: write.connection.id }),
      ...(decisive.status !== undefined && { providerStatus: decisive.status }),
      // A refusal is a known outcome, unless other records are in doubt.
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

/** Names the provider: its words alone would read as if Writ were unavailable. */
function withAnswer({ said, providerName }: FailedWrite, decisive: ProviderFault): string {
  const { status } = decisive;
  const isNamed = said.includes(`answered ${status}`) || said !== faultText(decisive);
  return status === undefined || status < 400 || isNamed
    ? said
    : `${providerName} answered ${status}: ${said}`;
}

function whenToRepeat(
  type: WriteType,
  {
    retryable,
    mayBeWritten,
    retryAt,
  }: { retryable: boolean; mayBeWritten: boolean; retryAt: Date | undefined },
): string {
  const when = retryAt === undefined ? '' : ` after ${retryAt.toISOString()}`;
  if (mayBeWritten && type === 'upsert')
    return `It may have been written. Send the request again${when}: an upsert finds what was written.`;
  if (mayBeWritten)
    return `It may have been written: look for the record at the provider before you send it again${when}.`;
  return retryable
    ? `Nothing was written. Send the request again${when}.`
    : "Nothing was written. Check the provider's message before you send the request again.";
}
