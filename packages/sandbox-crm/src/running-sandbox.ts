import type { Server } from 'node:http';
import type { AccountSettings } from './accounts/settings.ts';
import type { Operator } from './control/operator.ts';
import type { JournalFilter } from './journal/journal.ts';
import { renderEntry, type JournalEntry } from './journal/render-entry.ts';
import type { ProviderName } from './provider-name.ts';
import { renderRecord, type SandboxRecord } from './records/render-record.ts';

/** A sandbox that is running, with the control endpoints as functions. */
export type SandboxCrm = ReturnType<typeof runningSandbox>;

type Running = { server: Server; url: string; port: number; controls: Operator };

export function runningSandbox({ server, url, port, controls }: Running) {
  return {
    ...controls,
    url,
    port,
    /** Stops listening and ends every connection, also those that a fault keeps waiting. */
    close: (): Promise<void> =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
    journal: (filter?: JournalFilter): JournalEntry[] => Array.from(controls.journal(filter), renderEntry),
    /** Every record of a type, deleted ones too. @throws when account or type can't exist */
    records(provider: ProviderName, account: string, type: string): SandboxRecord[] {
      const records = controls.records(provider, account, type);
      if (records === undefined)
        throw new Error(`There is no ${provider} account ${account} with records of type ${type}`);
      return Array.from(records, renderRecord);
    },
    /** Changes the given settings and returns all of them. @throws when the account can't exist */
    settings(provider: ProviderName, account: string, changes: Partial<AccountSettings>): AccountSettings {
      const settings = controls.settings(provider, account, changes);
      if (settings === undefined) throw new Error(`${account} can't be the name of an account`);
      return settings;
    },
  };
}
