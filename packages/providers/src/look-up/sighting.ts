import type { IncomingHttpHeaders } from 'node:http';
import type { Failed } from '@writ/write-core';
import { textOf } from '../transport/json.ts';

/** `unsearchable`: the record has no unique value, or the provider refused the look. */
export type Sighting =
  | {
      kind: 'found';
      recordId: string;
      /** By the provider's clock, when it answered. */
      ageMs: number;
    }
  | { kind: 'absent' }
  /** The value is not unique. */
  | { kind: 'several'; recordIds: readonly string[] }
  | { kind: 'unsearchable'; refused?: Failed };

/** In order; a failure if a later look has to find it out. */
export type LookedUp = { kind: 'looked-up'; sightings: readonly (Sighting | Failed)[] };

/**
 * The age is by the provider's own clock, its `Date` header. Without id or times, whose record it is stays
 * unknown.
 */
export function sightingOf({ date }: IncomingHttpHeaders, id: unknown, createdAt: unknown): Sighting {
  const recordId = textOf(id);
  const ageMs = Date.parse(date ?? '') - Date.parse(textOf(createdAt) ?? '');
  if (recordId === undefined || Number.isNaN(ageMs)) return { kind: 'unsearchable' };
  return { kind: 'found', recordId, ageMs };
}

export function joinedSighting(before: Sighting | undefined, now: Sighting): Sighting {
  if (before === undefined) return now;
  const [ofBefore, ofNow] = [idsIn(before), idsIn(now)];
  if (ofBefore.length === 0 || ofNow.length === 0)
    return before.kind === now.kind ? now : { kind: 'unsearchable' };
  const recordIds = [...new Set([...ofBefore, ...ofNow])];
  return recordIds.length > 1 ? { kind: 'several', recordIds } : now;
}

const idsIn = (seen: Sighting): readonly string[] =>
  seen.kind === 'found' ? [seen.recordId] : seen.kind === 'several' ? seen.recordIds : [];

export type Finding =
  | { kind: 'made'; recordId: string }
  /** `elsewhere`: the key was taken before, so no late call can make it. */
  | { kind: 'not-made'; elsewhere: boolean }
  | { kind: 'unknown' };

/** Providers round creation and answer times to seconds, on different machines. */
const toleranceMs = 5_000;

export type KnownBefore = {
  /** Since its first attempt began. */
  sinceFirstAttemptMs: number;
  /** Records that its other creates made: none of them is a find. */
  writtenBefore: readonly string[];
};

/**
 * A record counts as made by an earlier attempt if it was created after its operation began (Contract §4.6),
 * and for one create only.
 * @param isIndivisible one call sent all records, all or none
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
    if (sighting.kind === 'absent') return { kind: 'not-made', elsewhere: false };
    if (sighting.kind !== 'found') return { kind: 'unknown' };
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
 * One missing record, or one key that was taken before, proves that none was made. A taken key meets every
 * attempt, so what looks like ours belongs to others.
 */
function judgedTogether(findings: Finding[]): Finding[] {
  const notMade = findings.filter((one) => one.kind === 'not-made');
  const elsewhere = notMade.some((one) => one.elsewhere);
  const isMissing = notMade.length > 0 && !findings.some(({ kind }) => kind === 'made');
  return elsewhere || isMissing ? findings.map(() => ({ kind: 'not-made', elsewhere })) : findings;
}
