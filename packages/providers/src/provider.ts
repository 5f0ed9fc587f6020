import type { ProviderDeclaration } from '@writ/write-core';
import type { Variables } from '@writ/service-kit';
import type { ProviderAdapter } from './adapter.ts';
import type { Transport } from './transport/transport.ts';

/** All that Writ knows of one provider. A provider's folder exports one, and `providers.ts` lists them. */
export type Provider<Config, QuotaConfig> = {
  declaration: ProviderDeclaration;
  variables: ProviderVariables;
  /** The variable with the provider's address, which may be the sandbox's. */
  urlVariable: keyof Config;
  /** The variable with the version in the paths of its API. */
  versionVariable: keyof Config;
  createAdapter: (config: Config, transport: Transport) => ProviderAdapter;
  quotaOf: (config: QuotaConfig) => ProviderQuota;
  typicalCauses: TypicalCauses;
  demo: ProviderDemo;
};

/** Variables of the environment, by the processes that read them. */
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

/** What is known of the quota of an account before its first answer. */
export type ProviderQuota = {
  /** Calls in a period, until answers name another number. */
  window?: { limit: number; windowMs: number };
  /** Share of the daily quota, whoever uses it, at which asynchronous writes stop; absent: all of it. */
  asynchronousDailyShare?: number;
  /** Concurrent writes of one account with which a process begins; absent: as many as it may have at most. */
  firstConcurrency?: number;
};

/**
 * For the error catalogue: typical answers, by the kind of problem that they lead to. A test of the write gateway checks
 * that they do.
 */
export type TypicalCauses = Readonly<Record<string, readonly TypicalCause[]>>;

export type TypicalCause = {
  status: number;
  /** As the provider spells it; absent if the status says it all. */
  code?: string;
  /** Markdown. */
  means: string;
};

/** What the demo of a first start installs. */
export type ProviderDemo = {
  scopes: readonly string[];
  objects: readonly [people: string, ...others: string[]];
  /** Fields of people: the builder's name to the provider's. */
  mapping: Readonly<Record<string, string>>;
  /** Whether each account has an address of its own. */
  hasOwnAddress: boolean;
};
