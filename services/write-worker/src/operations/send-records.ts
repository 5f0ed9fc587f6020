import type { ClaimedOperation, PendingRecord } from '@writ/operation';
import {
  inRounds,
  repeatCreate,
  sendWrite,
  type BatchCall,
  type KnownBefore,
  type ProviderAdapter,
  type SentRecords,
} from '@writ/providers';
import {
  upsertKeyOf,
  type BatchOutcome,
  type ForwardHeader,
  type ProviderDeclaration,
  type ProviderFault,
  type RecordOutcome,
} from '@writ/write-core';

/** `id` is for `inRounds`. */
type Placed = { record: PendingRecord; at: number; id: string };

/** For records with equal headers; `writtenBefore`: ids of the operation's other records. */
type SendGroup = (
  headers: readonly ForwardHeader[],
  records: readonly PendingRecord[],
  writtenBefore: readonly string[],
) => Promise<SentRecords>;

/**
 * Groups records by forwarded headers, which may differ in an auto batch (Contract §4.5). Updates and upserts of a
 * record stay in order.
 */
export async function sendByHeaders(
  { pending, type, writtenBefore }: ClaimedOperation,
  rounds: { recordKeyOf: ProviderDeclaration['recordKeyOf']; mayCallAgain: () => boolean },
  send: SendGroup,
): Promise<SentRecords> {
  const all = pending.map((record, at): Placed => ({
    record,
    at,
    id: record.planned.id ?? upsertKeyOf(record.planned) ?? '',
  }));
  const [first, ...others] = groupsOf(all);
  if (first && others.length === 0)
    return send(first[0]?.record.forwardHeaders ?? [], pending, writtenBefore);
  const inDoubt = pending.map((record) => record.inDoubt);
  const kept: SentRecords['kept'][number][] = [];
  const written = [...writtenBefore];
  const found = pending.map(() => false);
  const sendRound = async (round: readonly Placed[]): Promise<BatchOutcome> => {
    const outcomes = new Map<Placed, RecordOutcome>();
    const errors: ProviderFault[] = [];
    for (const group of groupsOf(round)) {
      const sent = await send(
        group[0]?.record.forwardHeaders ?? [],
        group.map(({ record }) => record),
        written,
      );
      written.push(...sent.records.flatMap((one) => (one.kind === 'written' ? (one.recordId ?? []) : [])));
      for (const [place, one] of group.entries()) {
        outcomes.set(one, sent.records[place] ?? notSent);
        inDoubt[one.at] = sent.inDoubt[place] ?? one.record.inDoubt;
        found[one.at] = sent.found[place] === true;
      }
      errors.push(...sent.errors);
      kept.push(
        ...sent.kept.map((note) => ({ ...note, records: note.records.map((at) => group[at]?.at ?? at) })),
      );
    }
    return { records: round.map((one) => outcomes.get(one) ?? notSent), errors };
  };
  const outcome =
    type === 'update' || type === 'upsert'
      ? await inRounds(all, rounds, type === 'update' ? rounds.recordKeyOf : (key) => key, sendRound)
      : await sendRound(all);
  return { ...outcome, kept, inDoubt, found };
}

const groupsOf = (records: readonly Placed[]): Placed[][] => [
  ...Map.groupBy(records, ({ record }) => JSON.stringify(record.forwardHeaders)).values(),
];

export const notSent: RecordOutcome = {
  kind: 'failed',
  faults: [{ kind: 'unknown', sent: 'notSent', retryable: true, message: 'The record was not sent' }],
};

/**
 * Looks first for records that an earlier attempt may have created (Contract §4.6).
 *
 * @param knownOf of the operation of the record at a place
 */
export async function sendRecords(
  adapter: ProviderAdapter,
  call: BatchCall,
  { type, form }: Pick<ClaimedOperation, 'type' | 'form'>,
  records: readonly PendingRecord[],
  knownOf: (at: number) => KnownBefore,
): Promise<SentRecords> {
  const write = { type, form, records: records.map(({ planned }) => planned) };
  const inDoubt = records.map((record) => record.inDoubt);
  if (inDoubt.includes(true)) return repeatCreate(adapter, call, write, { inDoubt, knownOf });
  return { ...(await sendWrite(adapter, call, write)), inDoubt, found: records.map(() => false) };
}
