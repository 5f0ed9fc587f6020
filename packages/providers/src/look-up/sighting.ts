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
