import type { OutgoingProxy } from '@writ/service-kit';
import type { ProviderAdapter } from './adapter.ts';
import { createHubspotAdapter, type HubspotEndpoint } from './hubspot/hubspot-adapter.ts';
import { createSalesforceAdapter, type SalesforceEndpoint } from './salesforce/salesforce-adapter.ts';
import { createTransport } from './transport/transport.ts';

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
 * that say so.
 */
export function createProviders({ endpoints, userAgent, ...outgoing }: ProvidersOptions) {
  const transport = createTransport(outgoing);
  const all: readonly ProviderAdapter[] = [
    createHubspotAdapter({ transport, userAgent, ...endpoints.hubspot }),
    createSalesforceAdapter({ transport, userAgent, ...endpoints.salesforce }),
  ];
  const byName = new Map(all.map((adapter) => [adapter.declaration.name, adapter]));
  return { adapterFor: (provider: string) => byName.get(provider), all, close: () => transport.close() };
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
