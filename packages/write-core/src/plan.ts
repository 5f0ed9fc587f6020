import type { JsonObject } from './json.ts';
import type { Faults } from './outcome.ts';

export type WriteType = 'create' | 'update' | 'delete';

/** A header to forward, if the provider takes any. */
export type ForwardHeader = { key: string; value: string };

/** An association to make with a created record, if the provider has them. */
export type AssociationPlan = {
  to: { id: string };
  types: readonly { associationCategory: string; associationTypeId: number }[];
};

/** One record to send: settings are applied, and `id` is separate. */
export type PlannedRecord = {
  /** Of the record to update or delete. */
  id?: string;
  /** Equal for all forms of the id; absent if it equals the id. */
  key?: string;
  fields: JsonObject;
  /**
   * Fields written only if the record has no value; read just before the write. Empty: the settings left nothing to
   * write of an update. Without fields left there is no call.
   */
  ifEmpty?: readonly string[];
  /** Their names in the request, in order; absent if equal, or planned by an earlier release. */
  ifEmptyNames?: readonly string[];
  associations?: readonly AssociationPlan[];
  /** Why this record of a partial batch is never sent. */
  refused?: Faults;
};
