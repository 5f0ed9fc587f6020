import type { IncomingHttpHeaders } from 'node:http';
import { textOf } from '../json.ts';

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

/** A sighting for every record that was looked for, in order. */
export type LookedUp = { kind: 'looked-up'; sightings: readonly Sighting[] };

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
