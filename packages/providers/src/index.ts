export type {
  BatchCall,
  GrantFailed,
  GrantedTokens,
  ProviderAdapter,
  ProviderCall,
  RefreshRequest,
} from './adapter.ts';
export { inRounds } from './batch/in-rounds.ts';
export { accountAddressBook, callableAddress, type AccountAddresses } from './account-addresses.ts';
export {
  createProviders,
  providerEndpoints,
  type Providers,
  type ProvidersOptions,
} from './create-providers.ts';
export { declarations } from './declarations.ts';
export type { DescribedField, DescribedObject } from './described-object.ts';
export type { SentWrite } from './if-empty/send-what-is-left.ts';
export { repeatCreate, type SentRecords } from './look-up/repeat-create.ts';
export type { KnownBefore } from './look-up/sighting.ts';
export { watchCalls, type CallSeen } from './call-seen.ts';
export type { CallEnd, Pace, Permission, ProviderUsage } from './pace.ts';
export { probe, type Probe } from './probe.ts';
export { recordIdForms } from './record-id-forms.ts';
export { isSameValue } from './same-value.ts';
export { sendWrite } from './send-write.ts';
