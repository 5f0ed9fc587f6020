import type { IncomingHttpHeaders } from 'node:http';
import type { Account } from '../accounts/account.ts';
import type { CodeBook } from '../accounts/code-book.ts';
import type { TokenBook } from '../accounts/token-book.ts';
import type { RecordStore } from '../records/record-store.ts';

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
