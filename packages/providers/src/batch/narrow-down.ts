import type { Failed, Faults, ProviderFault, RecordOutcome } from '@writ/write-core';
import type { BatchCall } from '../adapter.ts';

const mostCalls = 32;

/** What a call did with each record, in their order; `BatchOutcome` where it writes them. */
type Done<Outcome> = { records: readonly (Outcome | Failed)[]; errors: readonly ProviderFault[] };

/** `faults`: of the larger part that it comes from. */
type Part<Item> = { at: number; records: readonly Item[]; faults?: Faults };

/**
 * Does what can be done with a batch that the provider refuses as a whole because of some record in it, such as writing
 * it: halves it until the bad records are known, within 32 calls (Contract §4.4). What is undecided then fails with the
 * fault of the batch and says so.
 *
 * @param send one call; a failed one wrote nothing of what it was given, or nobody knows
 */
export async function narrowDown<Item, Outcome extends { kind: string } = RecordOutcome>(
  records: readonly Item[],
  { mayCallAgain }: Pick<BatchCall, 'mayCallAgain'>,
  send: (records: readonly Item[]) => Promise<Done<Outcome> | Failed>,
): Promise<Done<Outcome>> {
  const outcomes: (Outcome | Failed)[] = [];
  const errors: ProviderFault[] = [];
  const fail = (part: Part<Item>, faults: Faults): void => {
    for (const index of part.records.keys()) outcomes[part.at + index] = { kind: 'failed', faults };
  };
  const parts: Part<Item>[] = [{ at: 0, records }];
  let calls = 0;
  for (let part = parts.shift(); part !== undefined; part = parts.shift()) {
    const stop =
      part.faults && (calls === mostCalls ? 'budget' : mayCallAgain?.() === false ? 'caller' : undefined);
    if (part.faults && stop) {
      fail(part, undecided(part.faults, stop));
      continue;
    }
    calls += 1;
    const sent = await send(part.records);
    if ('records' in sent) {
      errors.push(...sent.errors);
      for (const [index, outcome] of sent.records.entries()) outcomes[part.at + index] = outcome;
    } else if (part.records.length > 1 && isOfSomeRecord(sent.faults)) {
      parts.push(...halves(part, sent.faults));
    } else {
      if (part.records.length > 1) errors.push(...sent.faults);
      fail(part, sent.faults);
    }
  }
  return { records: outcomes, errors };
}

/** A refusal that other records in the batch need not share. */
export const isOfSomeRecord = (faults: Faults): boolean =>
  faults.every(
    ({ kind, sent, retryable }) =>
      sent === 'rejected' &&
      !retryable &&
      (kind === 'invalid' || kind === 'conflict' || kind === 'not-found'),
  );

function halves<Item>({ at, records }: Part<Item>, faults: Faults): Part<Item>[] {
  const middle = Math.ceil(records.length / 2);
  return [
    { at, records: records.slice(0, middle), faults },
    { at: at + middle, records: records.slice(middle), faults },
  ];
}

/** Out of calls: the batch's fault, for good. Stopped by the caller: the next attempt goes on from here. */
function undecided([fault]: Faults, stop: 'budget' | 'caller'): Faults {
  const message = `${fault.message} (Said of a batch; whether it is about this record was not found out.)`;
  return [
    stop === 'budget' ? { ...fault, message } : { ...fault, message, sent: 'notSent', retryable: true },
  ];
}
