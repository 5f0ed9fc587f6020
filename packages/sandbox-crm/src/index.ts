export { startSandboxCrm } from './start-sandbox-crm.ts';
export type { SandboxCrmOptions } from './start-sandbox-crm.ts';
export type { SandboxCrm } from './running-sandbox.ts';
export type { AccountSettings } from './accounts/settings.ts';
export type { Fault } from './faults/fault.ts';
export type { JournalEntry } from './journal/render-entry.ts';
export type { SandboxRecord } from './records/render-record.ts';
export type { ProviderName } from './provider-name.ts';
