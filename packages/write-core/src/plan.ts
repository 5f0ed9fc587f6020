import type { JsonObject } from './json.ts';
import type { Faults } from './outcome.ts';

export type WriteType = 'create' | 'update' | 'delete';

export type ForwardHeader = { key: string; value: string };

/** Made with a created record. */
export type AssociationPlan = {
  to: { id: string };
  types: readonly { associationCategory: string; associationTypeId: number }[];
};

/** Settings are applied; `id` is separate. */
export type PlannedRecord = {
  /** Of the record to update or delete. */
  id?: string;
  /** Equal for all forms of the id; absent if it equals the id. */
  key?: string;
  fields: JsonObject;
  /**
   * Fields written only if the record has no value, read just before. Empty: nothing of an update is left. Without
   * fields there is no call.
   */
  ifEmpty?: readonly string[];
  /** Names in the request; absent if equal, or planned by an earlier release. */
  ifEmptyNames?: readonly string[];
  associations?: readonly AssociationPlan[];
  /** It is never sent, in a partial batch. */
  refused?: Faults;
};
