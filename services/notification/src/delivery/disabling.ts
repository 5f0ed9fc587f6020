/** When a destination that fails is given up (Contract §6.2). */
export type DisablingLimits = {
  /** No success for this long while attempts were made. */
  failingMs: number;
  /** This many failed attempts in a row, … */
  failuresInRow: number;
  /** … and no success for this long. */
  failuresForMs: number;
};

/** How a destination stands after its latest attempts. */
export type DestinationRecord = { failuresInRow: number; failingForMs: number; gone: boolean };

/** Why a destination is to be disabled now; undefined when it is not. */
export function disablingReason(
  { failuresInRow, failingForMs, gone }: DestinationRecord,
  limits: DisablingLimits,
): string | undefined {
  if (gone) return 'The receiver answered 410: it wants no deliveries any more.';
  if (failingForMs >= limits.failingMs) return `No delivery succeeded for ${hours(limits.failingMs)}.`;
  if (failuresInRow >= limits.failuresInRow && failingForMs >= limits.failuresForMs) {
    return `${failuresInRow} attempts in a row failed, and none succeeded for ${hours(limits.failuresForMs)}.`;
  }
  return undefined;
}

const hours = (ms: number): string => `${Math.round((ms / 3_600_000) * 10) / 10} h`;
