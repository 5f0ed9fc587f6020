import { outgoingVariables } from './outgoing-variables.ts';
import { baseUrl, integer, list, optional, pageUrl, textOf } from './variables.ts';

export const providerUrlVariables = {
  HUBSPOT_BASE_URL: baseUrl('Address of the HubSpot API; the sandbox serves one under /hubspot.', {
    fallback: 'https://api.hubapi.com',
  }),
  SALESFORCE_LOGIN_URL: baseUrl(
    "Address where the tokens of Salesforce accounts without a My Domain are refreshed. One that is not Salesforce's own stands in for all of Salesforce.",
    { fallback: 'https://login.salesforce.com' },
  ),
};

/** For processes that send people to the providers. */
export const providerPageVariables = {
  HUBSPOT_AUTHORIZE_URL: optional(
    pageUrl(
      "Page where people let an app into HubSpot; without it HubSpot's own, or that of HUBSPOT_BASE_URL.",
    ),
  ),
  SALESFORCE_AUTHORIZE_URL: optional(
    pageUrl('Page where people let an app into Salesforce; without it that of SALESFORCE_LOGIN_URL.'),
  ),
};

/** For processes that call providers. */
export const providerAddressVariables = {
  ...providerUrlVariables,
  ...outgoingVariables,
  HUBSPOT_PATH_VERSION: textOf('Version in the paths of the HubSpot API: v3, or a date such as 2026-03.', {
    fallback: '2026-03',
    ofWhat: 'version of this form',
    isRight: (version) => /^(v\d+|\d{4}-\d{2})$/.test(version),
  }),
  SALESFORCE_API_VERSION: textOf('Version of the Salesforce REST API, such as 66.0.', {
    fallback: '66.0',
    ofWhat: 'version of this form',
    isRight: (version) => /^\d+\.\d$/.test(version),
  }),
  SALESFORCE_ALLOW_HOSTS: list(
    "Hosts (separated by commas; host, or host:port where the port is not the usual one) that Salesforce connections may lead to, by http too, besides Salesforce's own and the address of SALESFORCE_LOGIN_URL.",
    { fallback: ',' },
  ),
};

/** For processes that write to provider accounts. */
export const providerQuotaVariables = {
  PROVIDER_QUOTA_PERCENT: integer(
    "Share of a provider account's quota that is used; the rest is left to the account's other clients.",
    { fallback: '90', min: 1, max: 100 },
  ),
  PROVIDER_SYNCHRONOUS_PERCENT: integer('Part of that share that is kept for synchronous writes.', {
    fallback: '10',
    min: 0,
    max: 90,
  }),
  PROVIDER_QUOTA_ALONE_PERCENT: integer(
    'Part of that share that one process uses while Redis is away and it cannot count together with the others.',
    { fallback: '25', min: 1, max: 100 },
  ),
  HUBSPOT_WINDOW_LIMIT: integer(
    'Calls that a HubSpot account allows in 10 seconds, until its answers tell another number.',
    { fallback: '100', min: 1, max: 100_000 },
  ),
  SALESFORCE_DAILY_PERCENT: integer(
    'Share of the calls of 24 hours of a Salesforce org, by whomever used, at which asynchronous writes stop.',
    { fallback: '80', min: 1, max: 100 },
  ),
};

/** A sandbox at this address stands in for every provider. */
export const sandboxAddresses = (sandboxUrl: string): Record<keyof typeof providerUrlVariables, string> => ({
  HUBSPOT_BASE_URL: `${sandboxUrl}/hubspot`,
  SALESFORCE_LOGIN_URL: `${sandboxUrl}/salesforce`,
});
