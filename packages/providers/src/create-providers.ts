import type { OutgoingProxy } from '@writ/service-kit';
import type { ProviderAdapter } from './adapter.ts';
import { hubspotDeclaration } from './hubspot/declaration.ts';
import { createHubspotAdapter, type HubspotEndpoint } from './hubspot/hubspot-adapter.ts';
import { salesforceDeclaration } from './salesforce/declaration.ts';
import { createSalesforceAdapter, type SalesforceEndpoint } from './salesforce/salesforce-adapter.ts';
import { createTransport } from './transport/transport.ts';
import { watchVersion } from './transport/watch-version.ts';

export type ProvidersOptions = {
  endpoints: { hubspot: HubspotEndpoint; salesforce: SalesforceEndpoint };
  connectionsPerOrigin: number;
  userAgent: string;
  /** Through which addresses of https are reached; without one, directly. */
  proxy?: OutgoingProxy | undefined;
};

export type Providers = ReturnType<typeof createProviders>;

/**
 * The providers there are. Opens connections as calls need them; `close` ends them and what is under way, with outcomes
 * that say so. `retiredVersions` names each provider that answered last that it no longer serves the version in our paths,
 * such as `Salesforce 20.0`.
 */
export function createProviders({ endpoints, userAgent, ...outgoing }: ProvidersOptions) {
  const transport = createTransport(outgoing);
  const retired = new Set<string>();
  const watched = (version: string, displayName: string) =>
    watchVersion(transport, version, (isRetired) => {
      if (isRetired) retired.add(`${displayName} ${version}`);
      else retired.delete(`${displayName} ${version}`);
    });
  const { hubspot, salesforce } = endpoints;
  const all: readonly ProviderAdapter[] = [
    createHubspotAdapter({
      transport: watched(hubspot.pathVersion, hubspotDeclaration.displayName),
      userAgent,
      ...hubspot,
    }),
    createSalesforceAdapter({
      transport: watched(salesforce.apiVersion, salesforceDeclaration.displayName),
      userAgent,
      ...salesforce,
    }),
  ];
  const byName = new Map(all.map((adapter) => [adapter.declaration.name, adapter]));
  return {
    adapterFor: (provider: string) => byName.get(provider),
    all,
    retiredVersions: (): readonly string[] => [...retired],
    close: () => transport.close(),
  };
}

/** The variables of the environment that say where the providers are. */
type ProviderAddresses = {
  HUBSPOT_BASE_URL: string;
  HUBSPOT_PATH_VERSION: string;
  SALESFORCE_LOGIN_URL: string;
  SALESFORCE_API_VERSION: string;
  SALESFORCE_ALLOW_HOSTS: readonly string[];
  /** Of processes that send people to the providers. */
  HUBSPOT_AUTHORIZE_URL?: string | undefined;
  SALESFORCE_AUTHORIZE_URL?: string | undefined;
};

/** Addresses and versions of the providers from a service's environment. */
export const providerEndpoints = (config: ProviderAddresses): ProvidersOptions['endpoints'] => ({
  hubspot: {
    baseUrl: config.HUBSPOT_BASE_URL,
    pathVersion: config.HUBSPOT_PATH_VERSION,
    ...authorizedAt(config.HUBSPOT_AUTHORIZE_URL),
  },
  salesforce: {
    loginUrl: config.SALESFORCE_LOGIN_URL,
    apiVersion: config.SALESFORCE_API_VERSION,
    allowHosts: config.SALESFORCE_ALLOW_HOSTS,
    ...authorizedAt(config.SALESFORCE_AUTHORIZE_URL),
  },
});

const authorizedAt = (authorizeUrl: string | undefined) =>
  authorizeUrl === undefined ? {} : { authorizeUrl };
