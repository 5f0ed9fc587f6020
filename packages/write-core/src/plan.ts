import type { JsonObject } from './json.ts';
import type { Faults } from './outcome.ts';

export type WriteType = 'create' | 'update' | 'upsert' | 'delete';

export type ForwardHeader = { key: string; value: string };

/** Made with a created record. */
export type AssociationPlan = {
  to: { id: string };
  types: readonly { associationCategory: string; associationTypeId: number }[];
};

/** How an upsert finds its record, and what it writes if there is none. */
export type UpsertPlan = {
  /** The provider's unique field. */
  field: string;
  value: string | number;
  /** Absent: the same fields as for an existing record. */
  fieldsOfNew?: JsonObject;
  /** Without a record nothing is written. */
  mustExist?: true;
};

/** Settings are applied; `id` is separate. */
export type PlannedRecord = {
  id?: string;
  /** Equal for all forms of the id; absent if it equals the id. */
  key?: string;
  fields: JsonObject;
  /**
   * Fields written only if the record has no value, read just before. Empty: nothing of an update is left.
   * Without fields there is no call.
   */
  ifEmpty?: readonly string[];
  /** Names in the request; absent if equal, or planned by an earlier release. */
  ifEmptyNames?: readonly string[];
  associations?: readonly AssociationPlan[];
  upsert?: UpsertPlan;
  /** Keyed hashes of the values that a search finds it by. */
  valueHashes?: readonly string[];
  /** It is never sent, in a partial batch. */
  refused?: Faults;
};

/**
 * Whether a write takes more calls than one because it depends on the provider's record. An upsert does
 * unless both outcomes have the same fields, which the provider's own upsert writes.
 */
export const looksFirst = ({ ifEmpty, associations, upsert }: PlannedRecord): boolean =>
  ifEmpty !== undefined ||
  (upsert !== undefined &&
    (upsert.fieldsOfNew !== undefined || upsert.mustExist === true || associations !== undefined));

/**
 * Equal for upserts of one record: providers ignore case and blanks in keys, or the difference only costs
 * some time.
 */
export const upsertKeyOf = ({ upsert }: PlannedRecord): string | undefined =>
  upsert && `${upsert.field} ${String(upsert.value).trim()}`.toLowerCase();
