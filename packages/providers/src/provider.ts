import type { ProviderDeclaration } from '@writ/write-core';
import type { Variables } from '@writ/service-kit';
import type { ProviderAdapter } from './adapter.ts';
import type { Transport } from './transport/transport.ts';

/** All that Writ knows of one provider. Each provider's folder exports one, and `providers.ts` lists them. */
export type Provider<Config, QuotaConfig> = {
  declaration: ProviderDeclaration;
  variables: ProviderVariables;
  /** The variable with the provider's address, which may be the sandbox's. */
  urlVariable: keyof Config;
  /** The variable with the version in API paths. */
  versionVariable: keyof Config;
  createAdapter: (config: Config, transport: Transport) => ProviderAdapter;
  quotaOf: (config: QuotaConfig) => ProviderQuota;
  typicalCauses: TypicalCauses;
  demo: ProviderDemo;
};

/** Environment variables, by the processes that read them. */
type ProviderVariables = {
  /** Processes that call the provider: its address. */
  url: Variables;
  /** Processes that call the provider: the rest. */
  call: Variables;
  /** Processes that send people to the provider. */
  page: Variables;
  /** Processes that pace calls, or show the pace. */
  quota: Variables;
};

/** An account's quota before its first answer. */
export type ProviderQuota = {
  /** Calls in a period, until answers give another number. */
  window?: { limit: number; windowMs: number };
  /** Share of the daily quota, whoever uses it, at which asynchronous writes stop; absent: all of it. */
  asynchronousDailyShare?: number;
  /** A process's initial concurrent writes to one account; absent: its maximum. */
  firstConcurrency?: number;
};

/** For the error catalogue: typical answers by kind of problem, checked by a test of the write gateway. */
export type TypicalCauses = Readonly<Record<string, readonly TypicalCause[]>>;

export type TypicalCause = {
  status: number;
  /** As the provider spells it; absent if the status says it all. */
  code?: string;
  /** Markdown. */
  means: string;
};

export type ProviderDemo = {
  scopes: readonly string[];
  objects: readonly [people: string, ...others: string[]];
  /** Fields of people: the builder's name to the provider's. */
  mapping: Readonly<Record<string, string>>;
  hasOwnAddress: boolean;
};
