import type { JsonObject } from './json.ts';
import type { Faults } from './outcome.ts';

export type WriteType = 'create' | 'update' | 'delete';

/** A header that the caller wants forwarded to the provider (where it takes any). */
export type ForwardHeader = { key: string; value: string };

/** An association to make with a record that is created (where the provider has associations). */
export type AssociationPlan = {
  to: { id: string };
  types: readonly { associationCategory: string; associationTypeId: number }[];
};

/** One record as it will be sent: the installation's settings are applied, and `id` is taken out of the fields. */
export type PlannedRecord = {
  /** The provider's id of the record to update or delete. */
  id?: string;
  /** What the provider knows the record by, where its id may be written otherwise; absent where it is the id. */
  key?: string;
  fields: JsonObject;
  /**
   * Fields that are written only where the record has nothing yet; looked at just before the write. A list without any
   * says that the settings left nothing to write of an update. When nothing is left the record is done without a call.
   */
  ifEmpty?: readonly string[];
  /** Their names in the request, in the same order; absent where these are the provider's, and where a release before planned it. */
  ifEmptyNames?: readonly string[];
  associations?: readonly AssociationPlan[];
  /** Why this record of a partial batch is never sent: it fails alone. */
  refused?: Faults;
};
