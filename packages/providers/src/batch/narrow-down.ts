import type { Failed, Faults, ProviderFault, RecordOutcome } from '@writ/write-core';
import type { BatchCall } from '../adapter.ts';
import { unsent } from '../verdict.ts';

/** So many refusals one after the other look like one cause behind them all: finding each record would cost a call. */
const mostRefusals = 32;

/** What a call did with each record, in their order; `BatchOutcome` where it writes them. */
type Done<Outcome> = { records: readonly (Outcome | Failed)[]; errors: readonly ProviderFault[] };

type Placed<Item> = { at: number; record: Item };
/** `faults`: of the larger part that it comes from, as far as they may be about it. */
type Part<Item> = { placed: readonly Placed<Item>[]; faults?: readonly ProviderFault[] };

type IsAbout<Item> = (fault: ProviderFault, record: Item) => boolean;

/**
 * Does what can be done with a batch that the provider refuses as a whole because of some record in it, such as writing
 * it: takes out the records that the refusal is about and halves the rest until the bad ones are known (Contract §4.4).
 * The halves of a part are tried before either is halved again: a long row of bad records keeps few good ones waiting, and
 * every attempt finds out about some record. What is undecided in the end fails for now, and says so.
 *
 * @param send one call; a failed one wrote nothing of what it was given, or nobody knows
 * @param isAbout whether a fault of the batch is certainly one of the record
 */
export async function narrowDown<Item, Outcome extends { kind: string } = RecordOutcome>(
  records: readonly Item[],
  { mayCallAgain }: Pick<BatchCall, 'mayCallAgain'>,
  send: (records: readonly Item[]) => Promise<Done<Outcome> | Failed>,
  isAbout: IsAbout<Item> = () => false,
): Promise<Done<Outcome>> {
  const outcomes: (Outcome | Failed)[] = [];
  const errors: ProviderFault[] = [];
  let refusalsInARow = 0;
  const fail = (placed: readonly Placed<Item>[], failed: Failed): void => {
    for (const { at } of placed) outcomes[at] = failed;
  };

  /** Gives the parts of it that are to be tried. */
  const attempt = async ({ placed, faults }: Part<Item>): Promise<readonly Part<Item>[]> => {
    if (faults && (refusalsInARow >= mostRefusals || mayCallAgain?.() === false)) {
      fail(placed, undecided(faults));
      return [];
    }
    const sent = await send(placed.map(({ record }) => record));
    if ('records' in sent) {
      refusalsInARow = 0;
      errors.push(...sent.errors);
      for (const [index, { at }] of placed.entries()) {
        const outcome = sent.records[index];
        if (outcome) outcomes[at] = outcome;
      }
      return [];
    }
    refusalsInARow += 1;
    if (placed.length === 1 || !isOfSomeRecord(sent.faults)) {
      if (placed.length > 1) errors.push(...sent.faults);
      fail(placed, sent);
      return [];
    }
    const rest: Placed<Item>[] = [];
    for (const one of placed) {
      const [first, ...others] = sent.faults.filter((fault) => isAbout(fault, one.record));
      if (first) fail([one], { kind: 'failed', faults: [first, ...others] });
      else rest.push(one);
    }
    if (rest.length === 0) return [];
    if (rest.length === placed.length) return halves(placed, sent.faults);
    return [
      {
        placed: rest,
        faults: sent.faults.filter((fault) => !placed.some((one) => isAbout(fault, one.record))),
      },
    ];
  };

  const settle = async (parts: readonly Part<Item>[]): Promise<void> => {
    const smaller: (readonly Part<Item>[])[] = [];
    for (const part of parts) smaller.push(await attempt(part));
    for (const some of smaller) if (some.length > 0) await settle(some);
  };
  await settle([{ placed: records.map((record, at) => ({ record, at })) }]);
  return { records: outcomes, errors };
}

/** A refusal that other records in the batch need not share. */
export const isOfSomeRecord = (faults: Faults): boolean =>
  faults.every(
    ({ kind, sent, retryable, ofCall }) =>
      sent === 'rejected' &&
      !retryable &&
      ofCall !== true &&
      (kind === 'invalid' || kind === 'conflict' || kind === 'not-found'),
  );

function halves<Item>(placed: readonly Placed<Item>[], faults: Faults): Part<Item>[] {
  const middle = Math.ceil(placed.length / 2);
  return [
    { placed: placed.slice(0, middle), faults },
    { placed: placed.slice(middle), faults },
  ];
}

/** Another attempt goes on from here: the record may be good, whatever was said of its batch. */
const undecided = ([fault]: readonly ProviderFault[]): Failed =>
  unsent(
    fault
      ? {
          ...fault,
          retryable: true,
          message: `${fault.message} (Said of a batch; whether it is about this record was not found out.)`,
        }
      : notTried,
  );

const notTried = {
  kind: 'timeout',
  retryable: true,
  message: 'Other records of the batch were refused, and no call was left to send this one without them.',
} as const;
