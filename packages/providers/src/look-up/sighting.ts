import type { IncomingHttpHeaders } from 'node:http';
import type { Failed } from '@writ/write-core';
import { textOf } from '../transport/json.ts';

/**
 * What a look at the provider told of a create that an earlier attempt may have made. `unsearchable`: the record holds
 * nothing that only one record can hold, or the provider does not let us look.
 */
export type Sighting =
  | {
      kind: 'found';
      recordId: string;
      /** How long it had been there when the provider answered, by the provider's own clock. */
      ageMs: number;
    }
  | { kind: 'absent' }
  | { kind: 'unsearchable' };

/** A sighting for every record that was looked for, in order; a failure where a later look has to find it out. */
export type LookedUp = { kind: 'looked-up'; sightings: readonly (Sighting | Failed)[] };

/**
 * The sighting of a record that a provider told of in an answer. Its age is by the provider's clock, since the answer's
 * `Date` header names the moment of the answer: so it does not matter how far that clock is from ours. Where id, moment
 * or header can't be read nobody can tell whose record it is.
 */
export function sightingOf({ date }: IncomingHttpHeaders, id: unknown, createdAt: unknown): Sighting {
  const recordId = textOf(id);
  const ageMs = Date.parse(date ?? '') - Date.parse(textOf(createdAt) ?? '');
  if (recordId === undefined || Number.isNaN(ageMs)) return { kind: 'unsearchable' };
  return { kind: 'found', recordId, ageMs };
}

/** What a sighting means for a create that an earlier attempt may have made. */
export type Finding =
  /** The earlier attempt made it. */
  | { kind: 'made'; recordId: string }
  /** Nothing was made; `elsewhere`: nor can it be late, since what holds the key was there before. */
  | { kind: 'not-made'; elsewhere: boolean }
  /** Nobody knows. */
  | { kind: 'unknown' };

/**
 * How much older than our first attempt a record may look and still be ours: providers write the moment of a creation
 * in whole seconds, name the moment of an answer in whole seconds, and the two come from different machines of theirs.
 */
const toleranceMs = 5_000;

/** What is known of the operation that a create belongs to. */
export type KnownBefore = {
  /** Time from the beginning of its first attempt to now. */
  sinceFirstAttemptMs: number;
  /** Ids of the records that its other creates have made: none of them is one that is looked for. */
  writtenBefore: readonly string[];
};

/**
 * Weighs what was seen: a record counts as made by an earlier attempt only if it was created after the first one of its
 * operation began (Contract §4.6), and for one record alone.
 *
 * @param knownOf of the operation of the sighting at this place
 * @param isIndivisible the records were sent in one call that writes all or none
 * @param written ids of records that were made just now
 */
export function weighSightings(
  sightings: LookedUp['sightings'],
  {
    knownOf,
    isIndivisible,
    written,
  }: { knownOf: (at: number) => KnownBefore; isIndivisible: boolean; written: readonly string[] },
): Finding[] {
  const credited = new Set(written);
  const findings = sightings.map((sighting, at): Finding => {
    if (sighting.kind === 'unsearchable' || sighting.kind === 'failed') return { kind: 'unknown' };
    if (sighting.kind === 'absent') return { kind: 'not-made', elsewhere: false };
    const { recordId, ageMs } = sighting;
    const { sinceFirstAttemptMs, writtenBefore } = knownOf(at);
    const isYoung = ageMs <= sinceFirstAttemptMs + toleranceMs;
    const isOurs = isYoung && !credited.has(recordId) && !writtenBefore.includes(recordId);
    if (!isOurs) return { kind: 'not-made', elsewhere: true };
    credited.add(recordId);
    return { kind: 'made', recordId };
  });
  return isIndivisible ? judgedTogether(findings) : findings;
}

/**
 * Of what is written whole or not at all one record proves that none was made: one that is missing, or one whose key was
 * taken before. The latter meets every attempt, so that what looks like ours beside it is somebody else's.
 */
function judgedTogether(findings: Finding[]): Finding[] {
  const notMade = findings.filter((one) => one.kind === 'not-made');
  const elsewhere = notMade.some((one) => one.elsewhere);
  const isMissing = notMade.length > 0 && !findings.some(({ kind }) => kind === 'made');
  return elsewhere || isMissing ? findings.map(() => ({ kind: 'not-made', elsewhere })) : findings;
}
