export type {
  BatchCall,
  GrantFailed,
  GrantedTokens,
  ProviderAdapter,
  ProviderCall,
  RefreshRequest,
} from './adapter.ts';
export { inRounds } from './batch/in-rounds.ts';
export { callableAddress, type AccountAddresses } from './account-addresses.ts';
export { createProviders, type Providers } from './create-providers.ts';
export {
  declarations,
  providerAddressVariables,
  providerPageVariables,
  providerQuotaVariables,
  providers,
  providerUrlVariables,
  sandboxAddresses,
  sandboxConfig,
  typicalCauses,
} from './providers.ts';
export type { DescribedField, DescribedObject } from './described-object.ts';
export type { SentWrite } from './if-empty/send-what-is-left.ts';
export { repeatCreate, type SentRecords } from './look-up/repeat-create.ts';
export type { KnownBefore } from './look-up/sighting.ts';
export { watchCalls, type CallSeen } from './call-seen.ts';
export type { CallEnd, Pace, Permission, ProviderUsage } from './pace.ts';
export { probe, type Probe } from './probe.ts';
export { isSameRecord, recordIdForms } from './record-id-forms.ts';
export { isSameValue } from './same-value.ts';
export { sendWrite } from './send-write.ts';
