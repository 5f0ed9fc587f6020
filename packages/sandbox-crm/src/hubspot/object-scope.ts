import type { Account } from '../accounts/account.ts';
import type { RecordStore } from '../records/record-store.ts';
import type { Call } from '../server/call.ts';
import type { ObjectType } from './schema/object-types.ts';

/** What every object endpoint works with. */
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

export function storeOf(account: Account, type: { readonly name: string }): RecordStore {
  const store = account.stores.get(type.name);
  if (store === undefined) throw new Error(`The account ${account.name} has no store for ${type.name}`);
  return store;
}
