import type { ClaimedOperation } from '@writ/operation';
import type { SentWrite } from '@writ/providers';
import type { ForwardHeader, PlannedRecord, RecordOutcome } from '@writ/write-core';

type Sent = Pick<SentWrite, 'records' | 'kept'>;

/**
 * Sends the pending records of an operation, those with the same forwarded headers together: an auto batch may hold
 * records of callers that want different ones (Contract §4.5). Outcomes come back in the order of the records.
 */
export async function sendByHeaders(
  { pending }: ClaimedOperation,
  send: (headers: readonly ForwardHeader[], records: readonly PlannedRecord[]) => Promise<Sent>,
): Promise<Sent> {
  const groups = Map.groupBy(pending.keys(), (at) => JSON.stringify(pending[at]?.forwardHeaders));
  const outcomes = new Map<number, RecordOutcome>();
  const kept: Sent['kept'][number][] = [];
  for (const places of groups.values()) {
    const members = places.flatMap((at) => pending[at] ?? []);
    const sent = await send(
      members[0]?.forwardHeaders ?? [],
      members.map(({ planned }) => planned),
    );
    for (const [place, at] of places.entries()) {
      const outcome = sent.records[place];
      if (outcome) outcomes.set(at, outcome);
    }
    kept.push(...sent.kept.map((note) => ({ ...note, records: note.records.map((at) => places[at] ?? at) })));
  }
  const records = [...pending.keys()].map((at) => outcomes.get(at) ?? notSent);
  return { records, kept };
}

const notSent: RecordOutcome = {
  kind: 'failed',
  faults: [{ kind: 'unknown', sent: 'notSent', retryable: true, message: 'The record was not sent' }],
};
