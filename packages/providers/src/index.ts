export type {
  BatchCall,
  CallLimits,
  DescribedObject,
  IdentifiedRecord,
  Identity,
  ObjectField,
  ProviderAdapter,
  ProviderCall,
  ProviderConnection,
  ReadRecords,
  RefreshedToken,
  RefreshFailed,
  RefreshRequest,
} from './adapter.ts';
export { createProviders, type Providers, type ProvidersOptions } from './create-providers.ts';
export { openGovernor } from './governor/open-governor.ts';
export type { Governor, GovernedAccount } from './governor/governor.ts';
export type { Pace } from './governor/pace.ts';
export { providerEndpoints } from './provider-endpoints.ts';
export type { SentWrite } from './if-empty/send-what-is-left.ts';
export { repeatCreate } from './look-up/repeat-create.ts';
export { sendWrite } from './send-write.ts';
