import type { ClaimedOperation, PendingRecord } from '@writ/operation';
import {
  repeatCreate,
  sendWrite,
  type BatchCall,
  type ProviderAdapter,
  type SentRecords,
} from '@writ/providers';
import type { ForwardHeader, RecordOutcome } from '@writ/write-core';

/**
 * Sends the pending records of an operation, those with the same forwarded headers together: an auto batch may hold
 * records of callers that want different ones (Contract §4.5). Outcomes come back in the order of the records.
 */
export async function sendByHeaders(
  { pending }: ClaimedOperation,
  send: (headers: readonly ForwardHeader[], records: readonly PendingRecord[]) => Promise<SentRecords>,
): Promise<SentRecords> {
  const [first, ...others] = pending;
  if (first && others.length === 0) return send(first.forwardHeaders, pending);
  const groups = Map.groupBy(pending.keys(), (at) => JSON.stringify(pending[at]?.forwardHeaders));
  const records = pending.map((): RecordOutcome => notSent);
  const inDoubt = pending.map((record) => record.inDoubt);
  const errors: SentRecords['errors'][number][] = [];
  const kept: SentRecords['kept'][number][] = [];
  let found = 0;
  for (const places of groups.values()) {
    const members = places.flatMap((at) => pending[at] ?? []);
    const sent = await send(members[0]?.forwardHeaders ?? [], members);
    for (const [place, at] of places.entries()) {
      records[at] = sent.records[place] ?? notSent;
      inDoubt[at] = sent.inDoubt[place] ?? inDoubt[at] ?? false;
    }
    found += sent.found;
    errors.push(...sent.errors);
    kept.push(...sent.kept.map((note) => ({ ...note, records: note.records.map((at) => places[at] ?? at) })));
  }
  return { records, errors, kept, inDoubt, found };
}

const notSent: RecordOutcome = {
  kind: 'failed',
  faults: [{ kind: 'unknown', sent: 'notSent', retryable: true, message: 'The record was not sent' }],
};

/**
 * Sends records of an operation. Those that an earlier attempt may have created are looked for before (Contract §4.6).
 *
 * @param sinceClaimMs time since the operation was claimed
 */
export async function sendRecords(
  adapter: ProviderAdapter,
  call: BatchCall,
  { type, form, msSinceFirstAttempt }: ClaimedOperation,
  { records, sinceClaimMs }: { records: readonly PendingRecord[]; sinceClaimMs: () => number },
): Promise<SentRecords> {
  const write = { type, form, records: records.map(({ planned }) => planned) };
  const inDoubt = records.map((record) => record.inDoubt);
  if (!inDoubt.includes(true)) return { ...(await sendWrite(adapter, call, write)), inDoubt, found: 0 };
  const sinceFirstAttemptMs = (): number => msSinceFirstAttempt + sinceClaimMs();
  return repeatCreate(adapter, call, write, { inDoubt, sinceFirstAttemptMs });
}
