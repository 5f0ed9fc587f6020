import type { ProvidersOptions } from './create-providers.ts';

/** The variables of the environment that say where the providers are. */
export type ProviderAddresses = {
  HUBSPOT_BASE_URL: string;
  HUBSPOT_PATH_VERSION: string;
  SALESFORCE_LOGIN_URL: string;
  SALESFORCE_API_VERSION: string;
};

/** Addresses and versions of the providers from a service's environment. */
export const providerEndpoints = (config: ProviderAddresses): ProvidersOptions['endpoints'] => ({
  hubspot: { baseUrl: config.HUBSPOT_BASE_URL, pathVersion: config.HUBSPOT_PATH_VERSION },
  salesforce: { loginUrl: config.SALESFORCE_LOGIN_URL, apiVersion: config.SALESFORCE_API_VERSION },
});
