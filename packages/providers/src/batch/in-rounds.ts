import type { BatchOutcome, ProviderFault, RecordOutcome } from '@writ/write-core';
import type { BatchCall, IdentifiedRecord } from '../adapter.ts';
import { unsent } from '../verdict.ts';

/**
 * Updates records that may repeat: each round holds a record once, and rounds run in order (Contract §4.4).
 * An update whose predecessor may still be written later fails for now.
 * @param keyOf the same for two ids of one record
 */
export async function inRounds<Item extends Pick<IdentifiedRecord, 'id'>>(
  records: readonly Item[],
  { mayCallAgain }: Pick<BatchCall, 'mayCallAgain'>,
  keyOf: (id: string) => string,
  send: (records: readonly Item[]) => Promise<BatchOutcome>,
): Promise<BatchOutcome> {
  const outcomes: RecordOutcome[] = [];
  const errors: ProviderFault[] = [];
  const behind = new Set<string>();
  for (const [number, round] of roundsOf(records, keyOf).entries()) {
    const free = round.filter(({ key }) => !behind.has(key));
    const isAllowed = free.length > 0 && (number === 0 || mayCallAgain?.() !== false);
    const sent = isAllowed ? await send(free.map(({ record }) => record)) : undefined;
    for (const { at } of round) outcomes[at] = heldBack;
    for (const [index, { at, key }] of free.entries()) {
      outcomes[at] = sent?.records[index] ?? heldBack;
      if (canStillSucceed(outcomes[at])) behind.add(key);
    }
    errors.push(...(sent?.errors ?? []));
  }
  return { records: outcomes, errors };
}

type Placed<Item> = { record: Item; at: number; key: string };

function roundsOf<Item extends Pick<IdentifiedRecord, 'id'>>(
  records: readonly Item[],
  keyOf: (id: string) => string,
): Placed<Item>[][] {
  const rounds: Placed<Item>[][] = [];
  const seen = new Map<string, number>();
  for (const [at, record] of records.entries()) {
    const key = keyOf(record.id);
    const round = seen.get(key) ?? 0;
    seen.set(key, round + 1);
    (rounds[round] ??= []).push({ record, at, key });
  }
  return rounds;
}

export const canStillSucceed = (outcome: RecordOutcome): boolean =>
  outcome.kind === 'failed' && outcome.faults.every(({ retryable }) => retryable);

export const heldBack = unsent({
  kind: 'locked',
  retryable: true,
  rolledBack: true,
  message: 'An earlier update of the same record in this batch has not been made.',
  code: 'HELD_BACK',
});
