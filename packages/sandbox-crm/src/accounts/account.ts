import { recordStore, type RecordStore } from '../records/record-store.ts';
import type { ProviderName } from '../provider-name.ts';
import { rollingWindow, type RollingWindow } from './rolling-window.ts';
import type { AccountSettings } from './settings.ts';

export type StoredType = { readonly name: string; readonly uniqueFields: readonly string[] };

export type Account = {
  readonly provider: ProviderName;
  readonly name: string;
  /** HubSpot hub id or the number behind a Salesforce org id: always the same for the same name. */
  readonly number: number;
  settings: AccountSettings;
  readonly stores: ReadonlyMap<string, RecordStore>;
  readonly calls: RollingWindow;
  readonly today: RollingWindow;
  /** The refresh token that is known from the start has been replaced by another. */
  firstRefreshTokenUsed: boolean;
};

export function createAccount(
  provider: ProviderName,
  name: string,
  settings: AccountSettings,
  types: readonly StoredType[],
): Account {
  return {
    provider,
    name,
    number: accountNumber(name),
    settings,
    stores: new Map(types.map((type) => [type.name, recordStore(type.name, type.uniqueFields)])),
    calls: rollingWindow(),
    today: rollingWindow(),
    firstRefreshTokenUsed: false,
  };
}

/** An eight-digit number from a name (FNV-1a), so that an account keeps its id over restarts. */
function accountNumber(name: string): number {
  let hash = 0x811c9dc5;
  for (const character of name) hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193) >>> 0;
  return 10_000_000 + (hash % 90_000_000);
}
