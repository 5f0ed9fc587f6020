import type { Server } from 'node:http';
import type { AccountSettings } from './accounts/settings.ts';
import type { Operator } from './control/operator.ts';
import type { Fault } from './faults/fault.ts';
import type { SetFault } from './faults/fault-book.ts';
import type { JournalFilter } from './journal/journal.ts';
import { renderEntry } from './journal/render-entry.ts';
import type { JournalEntry } from './journal/render-entry.ts';
import { renderRecord } from './records/render-record.ts';
import type { SandboxRecord } from './records/render-record.ts';
import type { ProviderName } from './provider-name.ts';

/** A sandbox that is running, with the control endpoints as functions. */
export type SandboxCrm = {
  readonly url: string;
  readonly port: number;
  /** Stops listening and ends every connection, also those that a fault keeps waiting. */
  close(): Promise<void>;
  journal(filter?: JournalFilter): JournalEntry[];
  /** Every record of a type, deleted ones too. Throws when account or type can't exist. */
  records(provider: ProviderName, account: string, type: string): SandboxRecord[];
  setFault(fault: Fault): SetFault;
  /** Forgets the faults, and lets the answers leave that a fault holds. */
  clearFaults(): void;
  /** Changes the given settings and returns all of them. Throws when the account can't exist. */
  settings(provider: ProviderName, account: string, changes: Partial<AccountSettings>): AccountSettings;
  reset(): void;
};

type Running = { server: Server; url: string; port: number; controls: Operator };

export function runningSandbox({ server, url, port, controls }: Running): SandboxCrm {
  return {
    url,
    port,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
    journal: (filter) => Array.from(controls.journal(filter), renderEntry),
    records(provider, account, type) {
      const records = controls.records(provider, account, type);
      if (records === undefined)
        throw new Error(`There is no ${provider} account ${account} with records of type ${type}`);
      return Array.from(records, renderRecord);
    },
    setFault: controls.setFault,
    clearFaults: controls.clearFaults,
    settings(provider, account, changes) {
      const settings = controls.settings(provider, account, changes);
      if (settings === undefined) throw new Error(`${account} can't be the name of an account`);
      return settings;
    },
    reset: controls.reset,
  };
}
