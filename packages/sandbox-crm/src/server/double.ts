import type { IncomingHttpHeaders } from 'node:http';
import type { Account, StoredType } from '../accounts/account.ts';
import type { CodeBook } from '../accounts/code-book.ts';
import type { AccountSettings } from '../accounts/settings.ts';
import type { TokenBook } from '../accounts/token-book.ts';
import type { RecordStore } from '../records/record-store.ts';
import type { Door } from './call.ts';

/** A provider's double, as `doubles.ts` lists it. */
export type Double = {
  /** The limits that the provider publishes, so that a first look meets them. */
  readonly settings: AccountSettings;
  readonly types: readonly StoredType[];
  readonly door: (context: DoubleContext) => Door;
};

export type DoubleContext = {
  readonly tokens: TokenBook;
  readonly codes: CodeBook;
  readonly clock: { now(): number };
  readonly nextRecordNumber: () => number;
  /** Address of this double as the caller of these headers knows it, without a slash at the end. */
  readonly baseUrl: (headers: IncomingHttpHeaders) => string;
};

export function storeOf(account: Account, type: { readonly name: string }): RecordStore {
  const store = account.stores.get(type.name);
  if (store === undefined) throw new Error(`The account ${account.name} has no store for ${type.name}`);
  return store;
}
