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
export type { CallEnd, Pace, Permission } from './pace.ts';
export { providerEndpoints } from './provider-endpoints.ts';
export type { SentWrite } from './if-empty/send-what-is-left.ts';
export { repeatCreate } from './look-up/repeat-create.ts';
export { sendWrite } from './send-write.ts';
export type { ProviderUsage } from './usage.ts';
