import { integer, outgoingVariables, readEnvironment, type Values } from '@writ/service-kit';
import { hubspot } from './hubspot/provider.ts';
import { salesforce } from './salesforce/provider.ts';

/** The providers. Nothing outside this file and a provider's folder names one. */
export const providers = [hubspot, salesforce] as const;

export const declarations = providers.map(({ declaration }) => declaration);

export const providerUrlVariables = { ...hubspot.variables.url, ...salesforce.variables.url };

/** For processes that send people to consent pages, as browsers reach them. */
export const providerPageVariables = { ...hubspot.variables.page, ...salesforce.variables.page };

/** For processes that call providers. */
export const providerAddressVariables = {
  ...providerUrlVariables,
  ...outgoingVariables,
  ...hubspot.variables.call,
  ...salesforce.variables.call,
};

/** For processes that pace calls, or show the pace. */
export const providerQuotaVariables = {
  PROVIDER_QUOTA_PERCENT: integer(
    "Percentage of a provider account's quota that Writ uses, unless its connection has a quotaPercent; the rest is left to the account's other clients.",
    { fallback: '90', min: 1, max: 100 },
  ),
  PROVIDER_SYNCHRONOUS_PERCENT: integer('Percentage of that share that is reserved for synchronous writes.', {
    fallback: '10',
    min: 0,
    max: 90,
  }),
  PROVIDER_QUOTA_ALONE_PERCENT: integer(
    'Percentage of that share that one process uses while Redis is away, so that processes cannot count together.',
    { fallback: '25', min: 1, max: 100 },
  ),
  ...hubspot.variables.quota,
  ...salesforce.variables.quota,
};

type Addresses = Record<keyof typeof providerUrlVariables, string>;

/** Variables by which a sandbox at this address stands in for every provider without an address. */
export const sandboxAddresses = (
  sandboxUrl: string,
  given: { readonly [Name in keyof Addresses]?: string | undefined } = {},
): Addresses =>
  Object.fromEntries(
    providers.map(({ urlVariable, declaration }) => [
      urlVariable,
      given[urlVariable] ?? `${sandboxUrl}/${declaration.name}`,
    ]),
  ) as Addresses;

/** A configuration in which a sandbox at this address stands in for every provider. */
export const sandboxConfig = (
  sandboxUrl: string,
  others: Readonly<Record<string, string>> = {},
): Values<typeof providerAddressVariables> =>
  readEnvironment(providerAddressVariables, { ...sandboxAddresses(sandboxUrl), ...others });

/** For the error catalogue. */
export const typicalCauses = providers.map(({ declaration, typicalCauses: causes }) => ({
  provider: declaration.name,
  displayName: declaration.displayName,
  causes,
}));
