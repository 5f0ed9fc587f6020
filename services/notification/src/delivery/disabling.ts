import type { SendOutcome } from '../destination-kinds/destination-kind.ts';
import type { ClaimedDelivery } from './claimed-delivery.ts';

type Settled = Pick<ClaimedDelivery, 'projectId' | 'id' | 'destinationId' | 'attempt'>;

export type Done = {
  /** `version`: the destination's, if we sent it. */
  unit: Settled & { others?: readonly Settled[]; version?: number };
  outcome: SendOutcome;
};

export type DestinationRecord = {
  id: string;
  succeeded: boolean;
  /** Failed attempts after the last success of the batch. */
  failures: number;
  /** The version of the destination whose receiver is gone; infinite if unknown. */
  goneVersion: number | undefined;
};

/** By destination, sorted by id; outcomes in the order of their ends. */
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

/** When a failing destination is disabled (Contract §6.2). */
export type DisablingLimits = {
  /** No success for this long while attempts were made. */
  failingMs: number;
  /** This many failed attempts in a row … */
  failuresInRow: number;
  /** … and no success for this long. */
  failuresForMs: number;
};

export function disablingReason(
  { failuresInRow, failingForMs, gone }: { failuresInRow: number; failingForMs: number; gone: boolean },
  limits: DisablingLimits,
): string | undefined {
  if (gone) return 'The receiver asked for no more deliveries.';
  if (failingForMs >= limits.failingMs) return `No delivery succeeded for ${hours(limits.failingMs)}.`;
  if (failuresInRow >= limits.failuresInRow && failingForMs >= limits.failuresForMs) {
    return `${failuresInRow} attempts in a row failed, and none succeeded for ${hours(limits.failuresForMs)}.`;
  }
  return undefined;
}

const hours = (ms: number): string => `${Math.round((ms / 3_600_000) * 10) / 10} h`;
