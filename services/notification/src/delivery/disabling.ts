import type { SendOutcome } from '../destination-kinds/destination-kind.ts';
import type { ClaimedDelivery } from './claimed-delivery.ts';

/** What of a delivery is needed to settle it. */
type Settled = Pick<ClaimedDelivery, 'projectId' | 'id' | 'destinationId' | 'attempt'>;

/** One attempt that has ended. */
export type Done = {
  /** `version`: of the destination that it was sent to, where that was by us. */
  unit: Settled & { others?: readonly Settled[]; version?: number };
  outcome: SendOutcome;
};

/** What a batch of outcomes says about one destination. */
export type DestinationRecord = {
  id: string;
  /** Whether any attempt succeeded. */
  succeeded: boolean;
  /** Failed attempts since the last success of the batch, or all of them where none succeeded. */
  failures: number;
  /**
   * The version of the destination of which the receiver said that it wants nothing any more, whatever came of other attempts;
   * infinite where it is not known.
   */
  goneVersion: number | undefined;
};

/** Sums up outcomes, given in the order in which they ended, by destination; sorted by id. */
export function destinationRecords(done: readonly Done[]): DestinationRecord[] {
  const records = new Map<string, DestinationRecord>();
  for (const { unit, outcome } of done) {
    const id = unit.destinationId;
    const before = records.get(id) ?? { id, succeeded: false, failures: 0, goneVersion: undefined };
    if (outcome.delivered) {
      before.succeeded = true;
      before.failures = 0;
    } else {
      before.failures += 1;
    }
    if (outcome.gone === true) before.goneVersion = unit.version ?? Number.POSITIVE_INFINITY;
    records.set(id, before);
  }
  return [...records.values()].sort((a, b) => (a.id < b.id ? -1 : 1));
}

/** When a destination that fails is given up (Contract §6.2). */
export type DisablingLimits = {
  /** No success for this long while attempts were made. */
  failingMs: number;
  /** This many failed attempts in a row, … */
  failuresInRow: number;
  /** … and no success for this long. */
  failuresForMs: number;
};

/** Why a destination that stands so after its latest attempts is to be disabled now; undefined when it is not. */
export function disablingReason(
  { failuresInRow, failingForMs, gone }: { failuresInRow: number; failingForMs: number; gone: boolean },
  limits: DisablingLimits,
): string | undefined {
  if (gone) return 'The receiver said that it wants no deliveries any more.';
  if (failingForMs >= limits.failingMs) return `No delivery succeeded for ${hours(limits.failingMs)}.`;
  if (failuresInRow >= limits.failuresInRow && failingForMs >= limits.failuresForMs) {
    return `${failuresInRow} attempts in a row failed, and none succeeded for ${hours(limits.failuresForMs)}.`;
  }
  return undefined;
}

const hours = (ms: number): string => `${Math.round((ms / 3_600_000) * 10) / 10} h`;
