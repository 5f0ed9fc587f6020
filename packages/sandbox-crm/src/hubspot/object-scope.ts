import type { RecordStore } from '../records/record-store.ts';
import type { Call } from '../server/call.ts';
import type { ObjectType } from './schema/object-types.ts';

export type ObjectScope = {
  readonly call: Call;
  readonly type: ObjectType;
  readonly store: RecordStore;
  readonly nextId: () => string;
  readonly nowMs: number;
  /** `v3`, or the date that names the version. */
  readonly version: string;
  /** Path of the type's collection, for `Location`. */
  readonly collectionUrl: () => string;
};
