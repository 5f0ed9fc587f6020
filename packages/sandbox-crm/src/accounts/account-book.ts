import { providerNames, type ProviderName } from '../provider-name.ts';
import { createAccount, type Account, type StoredType } from './account.ts';
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
    names: (provider: ProviderName): string[] =>
      [...accounts.values()].filter((account) => account.provider === provider).map(({ name }) => name),
    reset,
    /** Record numbers are shared by all accounts, so that an id which strays into another account is unknown there. */
    nextRecordNumber: () => (lastRecordNumber += 1),
  };
}
