import type { AccountBook } from '../accounts/account-book.ts';
import type { AccountSettings } from '../accounts/settings.ts';
import type { CodeBook } from '../accounts/code-book.ts';
import type { TokenBook } from '../accounts/token-book.ts';
import type { Fault } from '../faults/fault.ts';
import type { FaultBook, SetFault } from '../faults/fault-book.ts';
import type { Journal, JournalFilter, KeptRequest } from '../journal/journal.ts';
import type { StoredRecord } from '../records/record-store.ts';
import type { ProviderName } from '../provider-name.ts';

export type Operator = ReturnType<typeof operator>;

type OperatorDeps = {
  accounts: AccountBook;
  tokens: TokenBook;
  codes: CodeBook;
  faults: FaultBook;
  journal: Journal;
};

export function operator({ accounts, tokens, codes, faults, journal }: OperatorDeps) {
  return {
    journal: (filter?: JournalFilter): Iterable<KeptRequest> => journal.entries(filter),

    records: (provider: ProviderName, account: string, type: string): Iterable<StoredRecord> | undefined =>
      accounts.find(provider, account)?.stores.get(type)?.all(),

    setFault: (fault: Fault): SetFault => faults.set(fault),
    listFaults: (): SetFault[] => faults.list(),
    clearFaults: (): void => faults.clear(),

    settings(
      provider: ProviderName,
      name: string,
      changes: Partial<AccountSettings>,
    ): AccountSettings | undefined {
      const account = accounts.find(provider, name);
      if (account === undefined) return undefined;
      account.settings = { ...account.settings, ...changes };
      return account.settings;
    },

    reset: (): void => {
      faults.clear();
      journal.clear();
      tokens.reset();
      codes.reset();
      accounts.reset();
    },
  };
}
