import type { Failed, Faults, ProviderFault, RecordOutcome } from '@writ/write-core';
import type { BatchCall } from '../adapter.ts';
import { unsent } from '../verdict.ts';

/** More refusals in a row have one cause; narrowing further would cost a call per record. */
const mostRefusals = 32;

type Done<Outcome> = { records: readonly (Outcome | Failed)[]; errors: readonly ProviderFault[] };

type Part<Item> = readonly { at: number; record: Item }[];

/**
 * Sends a batch that the provider may refuse as a whole because of some records. Takes out the records that a
 * refusal names and halves the rest until the bad ones are known (Contract §4.4), also if records are too
 * many at once. Records rolled back for others are sent again without those. Both halves are tried before
 * either is halved again, so few good records wait behind many bad ones. Undecided records fail for now.
 * @param send one call; a failed call wrote nothing, or its outcome is unknown
 * @param namedBy the records that a fault is certainly or perhaps (`unclear`) about, each with its own fault
 */
export async function narrowDown<Item, Outcome extends { kind: string } = RecordOutcome>(
  records: readonly Item[],
  { mayCallAgain, isShared = false }: Pick<BatchCall, 'mayCallAgain' | 'isShared'>,
  send: (records: readonly Item[]) => Promise<Done<Outcome> | Failed>,
  namedBy: (fault: ProviderFault, records: readonly Item[]) => ReadonlyMap<Item, ProviderFault> = () =>
    new Map(),
): Promise<Done<Outcome>> {
  const outcomes: (Outcome | Failed)[] = [];
  const errors: ProviderFault[] = [];
  let [calls, refusalsInARow] = [0, 0];
  const fail = (part: Part<Item>, failed: Failed): void => {
    for (const { at } of part) outcomes[at] = failed;
  };

  /** Returns the smaller parts to try next. */
  const attempt = async (part: Part<Item>): Promise<readonly Part<Item>[]> => {
    if (calls > 0 && (refusalsInARow >= mostRefusals || mayCallAgain?.() === false)) return [];
    calls += 1;
    const sent = await send(part.map(({ record }) => record));
    if ('records' in sent) {
      errors.push(...sent.errors);
      for (const [index, { at }] of part.entries()) {
        const outcome = sent.records[index];
        if (outcome) outcomes[at] = outcome;
      }
      const undone = part.filter(({ at }) => isUndone(outcomes[at]));
      const tooMany = part.filter(({ at }) => isTooMuch(outcomes[at]));
      refusalsInARow = undone.length + tooMany.length === part.length ? refusalsInARow + 1 : 0;
      if (undone.length > 0 && undone.length < part.length) return [undone];
      for (const { at } of undone) outcomes[at] = undecided(faultsOf(outcomes[at]));
      return part.length > 1 && !isShared ? halves([...undone, ...tooMany]) : [];
    }
    refusalsInARow += 1;
    // The last of several is not alone: as a write of its own it may pass.
    const isOfOthers = isShared && records.length > 1 && isRefusal(sent.faults);
    const isDivisible = part.length > 1 && (isOfSomeRecord(sent.faults) || isTooMuch(sent));
    if (!isOfOthers && !isDivisible) {
      if (part.length > 1) errors.push(...sent.faults);
      fail(part, sent);
      return [];
    }
    const items = part.map(({ record }) => record);
    const named = sent.faults.map((fault) => ({ fault, own: namedBy(fault, items) }));
    const rest = part.filter((one) => {
      const [first, ...others] = named.flatMap(({ own }) => own.get(one.record) ?? []);
      if (first) fail([one], { kind: 'failed', faults: [first, ...others] });
      return first === undefined;
    });
    const ofTheRest = named.filter(({ own }) => own.size === 0).map(({ fault }) => fault);
    fail(rest, undecided(ofTheRest));
    if (rest.length < part.length) return [rest];
    return isShared ? [] : halves(rest);
  };

  const settle = async (parts: readonly Part<Item>[]): Promise<void> => {
    const smaller: (readonly Part<Item>[])[] = [];
    for (const part of parts) if (part.length > 0) smaller.push(await attempt(part));
    for (const some of smaller) await settle(some);
  };
  await settle([records.map((record, at) => ({ at, record }))]);
  return { records: outcomes, errors };
}

export const isRefusal = (faults: Faults): boolean =>
  faults.every(({ sent, retryable }) => sent === 'rejected' && !retryable);

/** Other records of the batch need not share this refusal. */
export const isOfSomeRecord = (faults: Faults): boolean =>
  isRefusal(faults) &&
  faults.every(
    ({ kind, ofCall }) =>
      ofCall !== true && (kind === 'invalid' || kind === 'conflict' || kind === 'not-found'),
  );

const faultsOf = (outcome: { kind: string } | Failed | undefined): readonly ProviderFault[] =>
  outcome && 'faults' in outcome ? outcome.faults : [];

const isTooMuch = (outcome: { kind: string } | Failed | undefined): boolean =>
  faultsOf(outcome).some(({ tooMuchAtOnce }) => tooMuchAtOnce);

const isUndone = (outcome: { kind: string } | Failed | undefined): boolean =>
  faultsOf(outcome).some(({ rolledBack }) => rolledBack);

function halves<Item>(part: Part<Item>): Part<Item>[] {
  const middle = Math.ceil(part.length / 2);
  return [part.slice(0, middle), part.slice(middle)];
}

/** The record may be good, whatever the batch's fault. */
const undecided = ([fault]: readonly ProviderFault[]): Failed =>
  unsent(
    fault
      ? {
          ...fault,
          retryable: true,
          tooMuchAtOnce: true,
          message: `${fault.message} (Said of a batch; whether it is about this record was not found out.)`,
        }
      : notTried,
  );

const notTried = {
  kind: 'timeout',
  retryable: true,
  message: 'Other records of the batch were refused, and no call was left to send this one without them.',
} as const;
