import { providerNames, type ProviderName } from '../provider-name.ts';
import { createAccount } from './account.ts';
import type { Account, StoredType } from './account.ts';
import type { AccountSettings } from './settings.ts';

export type AccountBook = ReturnType<typeof accountBook>;

const namePattern = /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/;

/** All accounts. An account comes into being when it is first named; `acme` is there from the start. */
export function accountBook(
  types: Readonly<Record<ProviderName, readonly StoredType[]>>,
  defaults: Readonly<Record<ProviderName, AccountSettings>>,
) {
  const accounts = new Map<string, Account>();
  let lastRecordNumber = 1000;

  /** The account of this name, made if need be; undefined when the name is not 1-64 of `A-Za-z0-9._-`. */
  const find = (provider: ProviderName, name: string): Account | undefined => {
    const known = accounts.get(`${provider}/${name}`);
    if (known !== undefined) return known;
    if (!namePattern.test(name)) return undefined;
    const account = createAccount(provider, name, defaults[provider], types[provider]);
    accounts.set(`${provider}/${name}`, account);
    return account;
  };
  const reset = () => {
    accounts.clear();
    lastRecordNumber = 1000;
    for (const provider of providerNames) find(provider, 'acme');
  };
  reset();

  return {
    find,
    /** The names of a provider's accounts, oldest first. */
    names: (provider: ProviderName): string[] =>
      [...accounts.values()].filter((account) => account.provider === provider).map(({ name }) => name),
    reset,
    /** Record numbers are shared by all accounts, so that an id which strays into another account is unknown there. */
    nextRecordNumber: () => (lastRecordNumber += 1),
  };
}
